#include "CByteSearch.h"
