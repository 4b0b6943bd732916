/* Q Poker by brute force: each of the 22,100 hands of one pack against each of the 18,424 that the dealer can have.
 *
 * Source: External Regulatory Despatch 89/2004, articles 4 and 8 to 10.
 * Arguments, each 0 (as on the shelf) or 1: runs by their highest card; lowest run by the suit of its ace;
 * half of the bet kept, not won, when the dealer does not qualify.
 * Prints the deals of each end with the best decision, and the hands played and surrendered.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARDS = 52, HANDS = 22100, QUEEN = 10 };

typedef struct {
    uint64_t mask;
    uint32_t strength; /* category, then what decides, from the left */
    int category;
} Hand;

static Hand hands[HANDS];
static uint64_t masks[HANDS];

static int by_strength(const void *a, const void *b)
{
    uint32_t x = ((const Hand *)a)->strength, y = ((const Hand *)b)->strength;
    return (x > y) - (x < y);
}

/* Cards are numbered rank * 4 + suit; c < b < a. */
static Hand make(int c, int b, int a, int highest_card, int suit_of_ace)
{
    int r[3] = {a / 4, b / 4, c / 4}, s[3] = {a % 4, b % 4, c % 4};
    int suited = s[0] == s[1] && s[1] == s[2];
    int lowest = r[0] == 12 && r[1] == 1 && r[2] == 0;
    int run = lowest || (r[0] == r[1] + 1 && r[1] == r[2] + 1);
    int height = lowest && !highest_card ? 0 : r[0] + 1;
    int category, k[4] = {0, 0, 0, 0};

    if (run) {
        category = suited ? 5 : 3;
        k[0] = height;
        k[1] = lowest && !highest_card && !suit_of_ace ? s[1] : s[0];
    } else if (r[0] == r[2]) {
        category = 4;
        k[0] = r[0];
    } else if (!suited && (r[0] == r[1] || r[1] == r[2])) {
        int odd = r[0] == r[1] ? 2 : 0;
        category = 1;
        k[0] = r[1], k[1] = r[odd], k[2] = s[odd];
    } else {
        category = suited ? 2 : 0;
        k[0] = r[0], k[1] = r[1], k[2] = r[2], k[3] = s[0];
    }
    Hand hand = {1ull << a | 1ull << b | 1ull << c, category << 16 | k[0] << 12 | k[1] << 8 | k[2] << 4 | k[3], category};
    return hand;
}

/* How many of a range of hands share no card with a mask. */
static int64_t disjoint(int from, int to, uint64_t mask)
{
    uint64_t count = 0;
    for (int i = from; i < to; i++)
        count += (masks[i] & mask) == 0;
    return count;
}

int main(int argc, char **argv)
{
    int highest_card = argc > 1 && atoi(argv[1]), suit_of_ace = argc > 2 && atoi(argv[2]);
    int half = argc > 3 && atoi(argv[3]) ? -1 : 1; /* nets in halves of the stake */
    static const int won[6] = {2, 2, 2, 3, 4, 6}, plus[6] = {-1, 1, 4, 6, 30, 40};
    int64_t ends[4] = {0}, lower[6] = {0}, pair_plus[6] = {0}, net = 0, deals = 0;
    int n = 0, play = 0, unqualified = 0;

    for (int c = 0; c < CARDS; c++)
        for (int b = c + 1; b < CARDS; b++)
            for (int a = b + 1; a < CARDS; a++)
                hands[n++] = make(c, b, a, highest_card, suit_of_ace);
    qsort(hands, HANDS, sizeof *hands, by_strength);
    for (int i = 0; i < HANDS; i++)
        masks[i] = hands[i].mask;
    while (hands[unqualified].strength < QUEEN << 12)
        unqualified++;

    for (int i = 0; i < HANDS; i++) {
        uint64_t mask = masks[i];
        int first = i, after = i, category = hands[i].category;
        while (first > 0 && hands[first - 1].strength == hands[i].strength)
            first--;
        while (after < HANDS && hands[after].strength == hands[i].strength)
            after++;
        if (first < unqualified)
            first = after = unqualified;
        int64_t none = disjoint(0, unqualified, mask);
        int64_t below = disjoint(unqualified, first, mask);
        int64_t equal = disjoint(first, after, mask);
        int64_t above = disjoint(after, HANDS, mask);
        int64_t all = none + below + equal + above;
        int64_t gain = half * none + won[category] * below - 2 * above;
        if (equal) /* impossible with one pack */
            return 1;
        deals += all;
        pair_plus[category] += all;
        if (gain < -all) {
            ends[0] += all;
            net -= all;
        } else {
            play++;
            ends[1] += none, lower[category] += below, ends[3] += above;
            net += gain;
        }
    }
    printf("deals %lld\nplay %d\nsurrender %d\nsurrendered %lld\nnot-qualified %lld\nhigher %lld\nante-net-in-halves %lld\n",
           (long long)deals, play, HANDS - play, (long long)ends[0], (long long)ends[1], (long long)ends[3],
           (long long)net);
    for (int i = 0; i < 6; i++)
        printf("lower-%d %lld\npair-plus-%d %lld\n", i, (long long)lower[i], plus[i], (long long)pair_plus[i]);
    return 0;
}
