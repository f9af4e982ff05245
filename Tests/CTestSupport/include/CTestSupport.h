// What tests need of C: code that runs when the process begins, which nobody calls.
#pragma once
