// What the peers in C share: the pages in memory, and rounds on demand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *bytes;
    size_t count;
} Page;

/// The links found in a page.
static long icons_in(Page page);

/// The pages that a file lists, one a line.
static size_t load(const char *list, Page **pages) {
    FILE *names = fopen(list, "r");
    if (!names) exit(66);
    size_t count = 0;
    char name[4096];
    *pages = NULL;
    while (fgets(name, sizeof name, names)) {
        name[strcspn(name, "\n")] = 0;
        FILE *file = fopen(name, "rb");
        if (!file) exit(66);
        fseek(file, 0, SEEK_END);
        Page page = {NULL, (size_t)ftell(file)};
        rewind(file);
        page.bytes = malloc(page.count + 1);
        if (fread(page.bytes, 1, page.count, file) != page.count) exit(74);
        fclose(file);
        *pages = realloc(*pages, (count + 1) * sizeof page);
        (*pages)[count++] = page;
    }
    fclose(names);
    return count;
}

/// For each line on standard input, goes over all pages once, and prints the nanoseconds of processor
/// time it took and the icon links it found.
int main(int count, char **words) {
    Page *pages;
    if (count != 2) return 64;
    size_t total = load(words[1], &pages);
    while (getchar() != EOF) {
        struct timespec begin, end;
        long icons = 0;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        for (size_t index = 0; index < total; index++) icons += icons_in(pages[index]);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        printf("%ld %ld\n", (end.tv_sec - begin.tv_sec) * 1000000000L + end.tv_nsec - begin.tv_nsec, icons);
        fflush(stdout);
    }
    return 0;
}
