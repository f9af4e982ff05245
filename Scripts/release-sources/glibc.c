// What the program would otherwise need of a newer glibc than 2.34, or of the loader. The objects of
// the program come first, so the linker takes these; hidden, so that libraries that are opened at run
// time keep glibc's own.

#define _GNU_SOURCE
#include <link.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))

// glibc 2.35 has a second version of it, which leaves errno alone; Swift's runtime asks for it.
HIDDEN float hypotf(float x, float y) {
    if (isinf(x) || isinf(y)) return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}

// Where the unwinder of libgcc finds the tables of a function: since glibc 2.35 in the loader.
struct found_object {
    unsigned long long flags;
    void *start;
    void *end;
    struct link_map *link_map;
    void *eh_frame;
    unsigned long long reserved[7];
};

struct search {
    uintptr_t address;
    struct found_object *result;
};

static int look_in(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    uintptr_t start = UINTPTR_MAX, end = 0, tables = 0;
    int holds = 0;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        uintptr_t first = object->dlpi_addr + segment->p_vaddr;
        uintptr_t past = first + segment->p_memsz;
        if (segment->p_type == PT_GNU_EH_FRAME) tables = first;
        if (segment->p_type != PT_LOAD) continue;
        if (first < start) start = first;
        if (past > end) end = past;
        if (search->address >= first && search->address < past) holds = 1;
    }
    if (!holds || !tables) return 0;
    *search->result = (struct found_object){
        .start = (void *)start, .end = (void *)end, .eh_frame = (void *)tables};
    return 1;
}

// Headers of 2.35 declare it with a type of their own.
HIDDEN int find_object(void *address, struct found_object *result) __asm__("_dl_find_object");

int find_object(void *address, struct found_object *result) {
    struct search search = {(uintptr_t)address, result};
    return dl_iterate_phdr(look_in, &search) ? 0 : -1;
}

#ifdef __x86_64__
// In a program the linker replaces every call of it by the offset that it knows. Only the name would
// be left, and with it the loader among the needed libraries.
HIDDEN void *__tls_get_addr(void *place) {
    (void)place;
    __builtin_trap();
}
#endif
