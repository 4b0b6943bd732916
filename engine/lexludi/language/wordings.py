"""Wordings: how a jurist may put what the language says in other words, each with those words.

A wording is a pattern of folded text with what is written instead: `{1}` is what the first group has matched, `{+1}`
and `{-1}` are the number that it has matched and one more, or one less, `{*1}` is twice that number and one, and `{~1}`
is the list that it has matched, from its end to its beginning.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from lexludi.language.identifiers import number_value
from lexludi.language.phrases import phrase_table

# A term or a number, and a list of some, with what joins them in the language.
_VALUE = r"(?:«[^«»]*»|\d+)"
_LISTED = {"en": r"(?:, and|,| and) ", "pt": r"(?:,| e) ", "zh": r"[,、及和]"}

# Some of what lies in a hand.
_SOME = {
    "en": r"(one|two|three|four|five|six|\d+)",
    "pt": r"(uma?|duas|dois|três|quatro|cinco|seis|\d+)",
    "zh": r"(\d+|[一二兩三四五六])[張枚個]",
}

# What may be added up: a total, a number that is kept, or a number.
_ADDED = {
    "en": r"(?:the (?:total|value) of «[^«»]*»|\d+)",
    "pt": r"(?:o (?:total de|número guardado em) «[^«»]*»)",
    "zh": r"(?:«[^«»]*»(?:合計|所記之數)|\d+)",
}

# A provision of a text that is cited.
_CITED = {
    "en": r"article \d+(?:-[a-z])?(?:, (?:paragraph|number|item|subitem|point) \d+\)?)*",
    "pt": r"artigo \d+\.º(?:-[a-z])?(?:, (?:n\.º|alínea|subalínea) \(?(?:\d+|[a-z])\)?)*",
    "zh": r"第[^,;«»之]+?",
}

# The instrument that speaks of itself, and a place of a text to which something is added.
_INSTRUMENT = {
    "en": r"(?:(?:this|the present) (?!wording)[a-z ]+? )?",
    "pt": r"(?:(?:[oa] presente|este|esta) [a-zà-ÿ ]+? )?",
    "zh": r"(?:本(?!行文)[^自之,;。]{1,12}?)?",
}
_HOME = {
    "en": r"(?:(?:paragraph|number|item|subitem|point) \(?\d+\)? of )*article \d+(?:-[a-z])?"
    r"(?:, (?:(?:paragraph|number|item|subitem|point) )?\(?\d+\)?)*",
    "pt": r"(?:(?:a|subalínea \(\d+\)|alínea \d+\)|n\.º \d+|artigo \d+\.º(?:-[a-z])?)(?: d[ao] |(?=[,: ])))+",
    "zh": r"第[^,:;「」«»內中增]+?",
}
# A provision in Portuguese, its numbers from the article on or up to it.
_PROVISION_PT = rf"{_CITED['pt']}|{_HOME['pt']}"

# How much is known of what an instrument changes.
_CONTENT = {
    "en": r"(?:the|its) contents? (?:of (?:the|this) (?:amendment|instrument|change) )?",
    "pt": r"o conteúdo(?: d[aeo](?:st[ae])? (?:alteração|diploma))?",
    "zh": r"(?:該|上述)?修改之?內容",
}

_WORDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"is (?:at least|not? (?:less|lower) than|(?:greater|higher) than or equal to) (\d+)", "is higher than {-1}"),
        (r"is (\d+) or (?:more|higher|above)", "is higher than {-1}"),
        (r"is (?:at most|not? (?:more|higher|greater) than) (\d+)", "is lower than {+1}"),
        (r"is (?:less|lower) than or equal to (\d+)", "is lower than {+1}"),
        (r"does not exceed (\d+)", "is lower than {+1}"),
        (r"is (\d+) or (?:less|lower|fewer|below)", "is lower than {+1}"),
        (r"is (?:between|from) (\d+) (?:and|to|through) (\d+)", "is {1} through {2}"),
        (r"is (\d+) to (\d+)", "is {1} through {2}"),
        (
            r"the (total|value) of («[^«»]*») exceeds (?:the \1|that) of («[^«»]*») by (\d+)",
            "the {1} of {2} is higher than the {1} of {3},"
            " and the difference between the {1} of {2} and the {1} of {3} is {4}",
        ),
        (
            r"the (total|value) of («[^«»]*») exceeds (?:the \1|that) of («[^«»]*») by more than (\d+)",
            "the {1} of {2} is higher than the {1} of {3},"
            " and the difference between the {1} of {2} and the {1} of {3} is higher than {4}",
        ),
        (r"is (?:greater|more|larger|better) than|is above|exceeds(?![^.,;]* by )|beats", "is higher than"),
        (r"is (?:less|smaller|fewer|worse) than|is below", "is lower than"),
        (r"equals|ties(?: with)?", "is equal to"),
        (r"the (hand|total)s of («[^»]*») and («[^»]*») are equal", "the {1} of {2} is equal to the {1} of {3}"),
        (r"the category of (the (?:hand|«[^»]*») of «[^»]*») is", "{1} is"),
        (r"belongs to(?: the category)?|is either", "is"),
        (r"([^,;]+?) (is|has)(?: not|n.t) (?!so\b)([^,;.]+)", "it is not so that {1} {2} {3}"),
        (r"the round is (?:null and void|void(?! and so)|invalid|annulled)", "the round is void and so are its bets"),
        (r"the round (?:is valid|remains valid|is not void|is not invalid|continues|goes on)", "the round stands"),
        (r"no («[^«»]*») has been (dealt|thrown)", "it is not so that a {1} has been {2}"),
        (r"([^,;]+?) has no bet", "it is not so that {1} has a bet"),
        (r"is (?:null and void|invalid|annulled|cancelled)", "is void"),
        (r"([^,;]+?) shows neither ([^,;]+?) nor ([^,;.]+)", "it is not so that {1} shows {2} or {3}"),
        (r"([^,;]+?) do(?:es not|esn.t) show ([^,;.]+)", "it is not so that {1} shows {2}"),
        (r"the total of the first(?: [a-z]+| «[^«»]*»)? of", "the total of the first 1 of"),
        (r"(?:a|one) (?:quarter|fourth)", "1/4"),
        (r"three (?:quarters|fourths)", "3/4"),
        (r"(?:a|one) third", "1/3"),
        (r"two thirds", "2/3"),
        (r"(?:a|one) half", "half"),
        (r"(?:stakes|bets) on («[^«»]*») must", "the stake of {1} must"),
        (r"the minimum (?:stake|bet) (?:of|on) («[^«»]*») is", "the stake of {1} must be at least"),
        (r"the maximum (?:stake|bet) (?:of|on) («[^«»]*») is", "the stake of {1} must be at most"),
        (r"must be at least (\d+) and (?:at most|no more than|not more than) (\d+)", "must be from {1} through {2}"),
        (r"(?:must|shall|may|can) ?not (?:exceed|be (?:more|higher|greater) than|be above)", "must be at most"),
        (r"(?:must|shall|may|can) ?not be (?:less than|lower than|below)", "must be at least"),
        (r"must be (?:no|not) more than", "must be at most"),
        (r"must be (?:no|not) less than", "must be at least"),
        (r"occurs", "happens"),
        (r"must be (\d+)(?: to |-)(\d+)", "must be from {1} through {2}"),
        (r"a number between (\d+) and (\d+)", "a number from {1} through {2}"),
        (r"(?:from )?(\d+)(?: to |-)(\d+)", "{1} through {2}"),
        (r"between (\d+) and (\d+)", "{1} through {2}"),
        (r"is a bet on (one|two|three|four|\d+)", "is a bet that names {1}"),
        (
            r"the (total|hand) of («[^«»]*») is (higher than|lower than|equal to) that of («[^«»]*»)",
            "the {1} of {2} is {3} the {1} of {4}",
        ),
        (r"otherwise,?|else,?|in (?:all|any) other cases?,?", "in every other case,"),
        (r"(?:is|are) (?:entitled|allowed|permitted) to", "may"),
        (r"(?:is|are) (?:obliged|required|bound) to|has to|should", "must"),
        (r"(?:is|are) forbidden to", "must not"),
        (r"(?:shall|may|can) ?not", "must not"),
        (r"shall", "must"),
        (r"unless ([^.;]+?),(?: then)?(?= «)", "when it is not so that ({1}), then"),
        (r"([^,;]+?),? (?:unless|except (?:when|where|if)) ([^.;]+)", "when it is not so that ({2}), then {1}"),
        (r"([^,;]+?),? (?:when|if|where) ([^.;]+)", "when {2}, then {1}"),
        (r",(?= «)", ", then"),
        (r", («[^«»]*»)", ", then {1}"),
        (r"wins(?= \d+ to)|(?:is|are) paid", "pays"),
        (r"must be between (\d+) and (\d+)", "must be from {1} through {2}"),
        (r"even money", "1 to 1"),
        (r"(\d+)\.5 to 1", "{*1} to 2"),
        (r"(?:is|are) lost|is forfeited", "loses"),
        (r"rolls|spins|tosses", "throws"),
        (
            r"(\w+) are of the same («[^«»]*») and follow one another in («[^«»]*»)",
            "{1} are of the same {2}, and {1} follow one another in {3}",
        ),
        (
            r"(\w+) are of the same («[^«»]*»),? and (\w+) are of the same («[^«»]*»)",
            "{1} are of the same {2} and {3} others of another",
        ),
        (r"exactly (\w+) are(?= of)", "{1} are"),
        (r"no two are of the same («[^«»]*»)", "each is of a different {1}"),
        (r"(\w+) consecutive («[^«»]*»)", "{1} follow one another in {2}"),
        (r"this (?:provision|article|paragraph) prevails over", "prevails over"),
        (rf"notwithstanding ({_CITED['en']}), ([^.;]+)", "{2}. prevails over {1}"),
        (r"(?:while|as long as) ([^.;]+)", "until it is not so that ({1})"),
        (r"(«[^«»]*»),? (?:while|as long as) ([^.;]+)", "{1}, until it is not so that ({2})"),
        (r"(«[^«»]*») must («[^«»]*») until", "{1} repeatedly follows the rules on {2}, until"),
        (r"(«[^«»]*») follows the rules on («[^«»]*»),? until", "{1} repeatedly follows the rules on {2}, until"),
        (
            r"(«[^«»]*») may («[^«»]*»),? only (?:when|if) ([^,.;]+)",
            "when it is not so that {3}, then {1} must not {2}",
        ),
        (r"(«[^«»]*») is doubled", "the stake of {1} is doubled"),
        (r"doubles the stake of («[^«»]*»)", "the stake of {1} is doubled"),
        (
            r"(?:«[^«»]*» )?(?:places|puts) an amount equal to ([^,.;]+) on («[^«»]*»)",
            "an amount equal to {1} is put on {2}",
        ),
        (r"(?:twice|double) the stake of", "2 times the stake of"),
        (r"half of («[^«»]*») is lost", "{1} loses half"),
        (r"(loses?) (half|1/\d+) (?:of )?(?:its|the|their) stakes?", "{1} {2}"),
        (r"wins? (?:double|twice (?:its|the) stake)", "pays 2 to 1"),
        (r"wins? (?:triple|three times (?:its|the) stake)", "pays 3 to 1"),
        (r"double|twice (?:its|the) stake", "2 to 1"),
        (r"triple|three times (?:its|the) stake", "3 to 1"),
        (r"to («[^«»]*»)", "{1}"),
        (r"(loses?|(?:is|are) returned),? and the turn ends", "{1}; the turn ends"),
        (r"«[^«»]*» loses half of («[^«»]*»)", "{1} loses half"),
        (r"«[^«»]*» loses («[^«»]*»)", "{1} loses"),
        (r"each («[^«»]*») counts(?= \d)", "{1} counts"),
        (r"counts as|is worth(?= \d)", "counts"),
        (r"(?:all )?other («[^«»]*») counts? (?:their|its) face value", "every other {1} counts its face value"),
        (r"any number of («[^«»]*») may bet", "{1} bets"),
        (r"wins?(?= ?[.,;])|wins? even money", "pays 1 to 1"),
        (r"«[^«»]*» wins (\d+) times the stake (?:of|on) («[^«»]*»)", "{2} pays {1} to 1"),
        (r"(?:pays|wins) (\d+) times (?:the|its) stake(?! o[fn])", "pays {1} to 1"),
        (r"pays? («[^«»]*») (\d+ to \d+)", "{1} pays {2}"),
        (r"loses (?:its|the)(?: whole| entire)? stake", "loses"),
        (r"pushes|is a (?:push|standoff)", "is returned"),
        (r"receives(?: all of)?(?= «)", "receives the whole of"),
        (r"is carried (?:over|forward)(?: to the next round)?", "stays for the next round"),
        (r"the stake (?:of|on) («[^«»]*») is (returned|void)", "{1} is {2}"),
        (
            r"(?:a commission of )?(\d+(?:\.\d+)? ?%)(?: commission)? is (?:taken|deducted|charged|levied)"
            r" (?:from|on) the winnings of («[^«»]*»)",
            "from the winnings of {2} a commission of {1} is taken",
        ),
        (
            r"(?:«[^«»]*» )?deals? (\w+) («[^«»]*») to ([^,.;]+),? (face up|face down)",
            "deal to {3}, {1} {2} at a time, {4}, until each has {1}",
        ),
        (
            r"(?:«[^«»]*» )?deals? (\w+) («[^«»]*») to ([^,.;]+)",
            "deal to {3}, {1} {2} at a time, face up, until each has {1}",
        ),
        (
            r"(?<=deal to )((?:each )?«[^«»]*»(?: with a bet)?),? (\w+) («[^«»]*»),? (face up|face down)",
            "{1}, {2} {3} at a time, {4}, until each has {2}",
        ),
        (r", and then to(?= each| «)", ", and then"),
        (r"(?<=[:;] )«[^«»]*» (?:takes|draws|receives) (\w+) («[^«»]*»)", "takes {1} {2}"),
        (
            r"((?:each )?«[^«»]*»(?: with a bet)?) (?:receives|draws|takes|is dealt) (\w+) («[^«»]*»),?"
            r" (face up|face down)",
            "deal to {1}, {2} {3} at a time, {4}, until each has {2}",
        ),
        (
            r"((?:each )?«[^«»]*»(?: with a bet)?) (?:receives|draws|takes|is dealt) (\w+) («[^«»]*»)",
            "deal to {1}, {2} {3} at a time, face up, until each has {2}",
        ),
        (r"(?:«[^«»]*» )?burns? (\w+) («[^«»]*»)", "burn a number of {2} equal to {1}"),
        (r"reveal(?= the)", "turn up"),
        (r"throws (?:\w+|the \w+)(?= «)", "throws"),
        (r"(«[^«»]*») shows («[^«»]*»|\d+) twice", "the number of times that {1} shows {2} is 2"),
        (r"(«[^«»]*») shows (\w+) («[^«»]*»|\d+)", "the number of times that {1} shows {3} is {2}"),
        (
            r"both («[^«»]*») and («[^«»]*») show («[^«»]*»|\d+)",
            "({1} shows {3}, and {2} shows {3})",
        ),
        (r"has (?:placed|made)(?: a bet on)?(?= «)", "has a bet on"),
        (r"(«[^«»]*») has an? («[^«»]*»)", "the hand of {1} is {2}"),
        (r"(«[^«»]*») has (\w+) («[^«»]*»)", "the number of {3} of {1} is {2}"),
        (
            rf"(«[^«»]*») shows at least {_SOME['en']} («[^«»]*»)",
            "the number of times that {1} shows {3} is higher than {-2}",
        ),
        (
            rf"(«[^«»]*») (?:holds|has) at least {_SOME['en']} («[^«»]*»)",
            "the number of {3} of {1} is higher than {-2}",
        ),
        (
            rf"(«[^«»]*») (?:holds|has) {_SOME['en']} or more («[^«»]*»)",
            "the number of {3} of {1} is higher than {-2}",
        ),
        (r"(«[^«»]*») has (?:fewer|less) than (\w+) («[^«»]*»)", "the number of {3} of {1} is lower than {2}"),
        (r"(«[^«»]*») (?:holds|has) more than (\w+) («[^«»]*»)", "the number of {3} of {1} is higher than {2}"),
        (
            r"(«[^«»]*») (?:holds|has) more («[^«»]*») than («[^«»]*»)",
            "the number of {2} of {1} is higher than the number of {2} of {3}",
        ),
        (rf"(«[^«»]*») holds {_SOME['en']} («[^«»]*»)", "the number of {3} of {1} is {2}"),
        (r"(?:pays|is paid) according to", "pays by"),
        (r"(?<=the first )(\w+) «[^«»]*» of", "{1} of"),
        (r"(?:at least one|any) «[^«»]*» shows", "“…” shows"),
        (r"no «[^«»]*» shows ([^,;.]+)", "it is not so that “…” shows {1}"),
        (r"exactly (\w+) «[^«»]*» shows? («[^«»]*»|\d+)", "the number of times that “…” shows {2} is {1}"),
        (r"(«[^«»]*») (?:shows|holds) no («[^«»]*»)", "it is not so that {1} shows {2}"),
        (r"(?:the hand of )?(«[^«»]*») (?:holds|contains|includes|shows)(?: an?)? («[^«»]*»)", "{1} shows {2}"),
        (
            r"(?:all|both)(?: of the)? (?:cards|«[^«»]*») of («[^«»]*») are of the same",
            "the hand of {1} is such that all are of the same",
        ),
        (
            rf"{_SOME['en']}(?: of the)? (?:cards|«[^«»]*») of («[^«»]*») are of the same",
            "the hand of {2} is such that {1} are of the same",
        ),
        (r"(«[^«»]*») and («[^«»]*») tie", "the hand of {1} is equal to the hand of {2}"),
        (
            r"the totals of («[^«»]*») and («[^«»]*») (?:differ|are different)",
            "it is not so that the total of {1} is equal to the total of {2}",
        ),
        (
            r"(?:the total of|the sum of the totals of) («[^«»]*») and («[^«»]*»)",
            "the sum of the total of {1} and the total of {2}",
        ),
        (r"twice (the (?:total|value) of «[^«»]*»)", "the sum of {1} and {1}"),
        (r"([^,;]+?) is neither ([^,;]+?) nor ([^,;.]+)", "it is not so that {1} is {2} or {3}"),
        (r"(?:either )?(«[^«»]*») or («[^«»]*») shows («[^«»]*»|\d+)", "({1} shows {3}, or {2} shows {3})"),
        (r"(«[^«»]*») (?:increases|is increased) by ([^,.;]+)", "{1} becomes the sum of the value of {1} and {2}"),
        (r"(«[^«»]*») turns up (?:the|its) (?:hand|cards)", "turn up the hand of {1}"),
        (r"throws («[^«»]*») (?:again|once more)", "throws {1}"),
        (
            r"(?:the house|«[^«»]*») (?:takes|keeps) (?:a commission of )?(\d+(?:\.\d+)? ?%)"
            r" of the winnings of («[^«»]*»)",
            "from the winnings of {2} a commission of {1} is taken",
        ),
        (r"(?:each )?(«[^«»]*») chooses", "{1} with “…” chooses"),
        (r"(?:each )?(«[^«»]*») repeatedly chooses", "{1} with “…” repeatedly chooses"),
        (
            r"(«[^«»]*») may (?:only be placed|be placed only) (?:with|together with|by who has) («[^«»]*»)",
            "when it is not so that “…” has a bet on {2}, then “…” must not “…” on {1}",
        ),
        (
            r"(«[^«»]*») pays (\d+ to \d+),? less (?:a commission of )?(\d+(?:\.\d+)? ?%)(?: commission)?",
            "{1} pays {2}. from the winnings of {1} a commission of {3} is taken",
        ),
        (r"(the round (?:begins|starts|started))", "no effect on the machine: {1}"),
        (r"(?:(?:all|each|the) )?bets? (?:is|are) settled|settle (?:all|each|every|the) bets?", "settle “…”"),
        (r"(?:all|every other|the) bets? loses?", "“…” loses"),
        (r"(?:(?:the|all) )?bets? (?:is|are) (returned|void)", "“…” is {1}"),
        (r"(«[^«»]*») and («[^«»]*») are bets", "{1} is a bet. {2} is a bet"),
        (r"is (?:the|an?) (?:main|optional|side|additional) bet", "is a bet"),
        (r"is a bet (?:on|that names) an? («[^«»]*»),? and an? («[^«»]*»)", "is a bet that names one {1} and one {2}"),
        (r"is a bet on an?(?= «)", "is a bet that names one"),
        (r"are worth(?= \d)", "count"),
        (r"(\d+) points(?= ?[.,;])", "{1}"),
        (r"(?:can|may) (?:be used as|replace|substitute(?: for)?|count as) any", "may stand for any"),
        (r"is wild", "may stand for any “…”, even one that the hand has"),
        (r"(?<=each with )(\d+) («[^«»]*») and (\d+) («[^«»]*»)", "{1} of {2} and {3} of {4}"),
        (r"(?<=each with )(\d+) («[^«»]*»)", "{1} of {2}"),
        (r"the round is over(?=\.)", "the round ends"),
        (r"(«[^«»]*») is higher than («[^«»]*»)(?=\.)", "“…”, from high to low: {1} and {2}"),
        (
            r"is a number (?:from|between) (\d+) (?:through|to|and) (\d+)(?=\.)",
            "is a number kept during the round: {1} through {2}",
        ),
        (
            r"(«[^«»]*») must («[^«»]*») on (\d+) or (?:less|lower|below)",
            "when the total of {1} is lower than {+3}, then {1} must {2}",
        ),
        (
            r"(«[^«»]*») must («[^«»]*») on (\d+) or (?:more|higher|above)",
            "when the total of {1} is higher than {-3}, then {1} must {2}",
        ),
        (r"(«[^«»]*») draws,? until", "{1} repeatedly follows the rules on “…”, until"),
        (r"the highest card(?=[.;])", "the “…” of the card highest in “…”"),
        (r"is (?:lowered|decreased)", "is reduced"),
        (r"(«[^«»]*») drew (?:a|one) card", "it is not so that {1} drew no card"),
        (r"pays (half|\d+(?:\.\d+)? ?%)", "wins {1}"),
        (r"is over (\d+)", "is higher than {1}"),
        (r"is under (\d+)", "is lower than {1}"),
        (r"the difference of", "the difference between"),
        (rf"({_ADDED['en']}) plus ({_ADDED['en']})", "the sum of {1} and {2}"),
        (
            r"(the (?:hand|total) of «[^«»]*») is higher than or equal to (the (?:hand|total) of «[^«»]*»)",
            "it is not so that {1} is lower than {2}",
        ),
        (
            r"(the (?:hand|total) of «[^«»]*») is lower than or equal to (the (?:hand|total) of «[^«»]*»)",
            "it is not so that {1} is higher than {2}",
        ),
        (r"the named («[^«»]*»)", "the {1} named"),
        (r"(\w+) different(?= «)", "{1}"),
        (
            r"is a number from (\d+) through (\d+)(?: that is)? kept during the round",
            "is a number kept during the round: {1} through {2}",
        ),
        (
            rf",? from (?:the )?low(?:est)? to (?:the )?high(?:est)?:? ({_VALUE}(?:{_LISTED['en']}{_VALUE})*)",
            ", from high to low: {~1}",
        ),
        (
            r"((?:bets are|the betting is) (?:closed|no longer accepted)|no (?:more|further) bets(?: are accepted)?)",
            "no effect on the machine: {1}",
        ),
        (
            rf"{_INSTRUMENT['en']}(?:enters?|comes?) into (?:force|effect) on the day (?:after|following)"
            r" (?:its|the|that of its) publication",
            "in force on the day after publication",
        ),
        (
            rf"{_INSTRUMENT['en']}(?:enters?|comes?) into (?:force|effect) (\w+) days after (?:its|the day of its)"
            " publication",
            "in force {1} days after publication",
        ),
        (rf"{_INSTRUMENT['en']}(?:enters?|comes?) into (?:force|effect) (?:on|from)", "in force from"),
        (
            rf"{_INSTRUMENT['en']}(?:takes?|has) (?:retroactive )?effect(?: retroactively)? (?:from|as of)",
            "takes effect from",
        ),
        (r"delete|strike out|revoke", "repeal"),
        (rf"({_HOME['en']}) (?:(?:is|shall be) )?(?:repealed|deleted|revoked)", "repeal {1}"),
        (
            rf"({_HOME['en']}) (?:(?:now |shall )?reads?(?: as follows)?|is (?:amended|changed) (?:to read )?as follows"
            r"|is (?:replaced|substituted) by(?: the following)?):",
            "replace {1} by:",
        ),
        (
            rf"(?:amend|change|substitute) ({_HOME['en']})(?: (?:to(?: read)?(?: as follows)?|as follows|(?:with|by)"
            r"(?: the following)?))?:",
            "replace {1} by:",
        ),
        (rf"(?:insert|add)[^:«»]*? after ({_HOME['en']})[^:«»]*:", "insert after {1}:"),
        (rf"(?:insert|add)[^:«»]*? (?:to|in|into) ({_HOME['en']})[^:«»]*:", "add to {1}:"),
        (rf"after ({_HOME['en']}),? [^:«»]*?(?:is|are|shall be) (?:inserted|added)[^:]*:", "insert after {1}:"),
        (rf"[^:«»]*? (?:is|are|shall be) (?:inserted|added) after ({_HOME['en']}):", "insert after {1}:"),
        (rf"to ({_HOME['en']}),? [^:«»]*?(?:is|are|shall be) added[^:]*:", "add to {1}:"),
        (rf"[^:«»]*? (?:is|are|shall be) added to ({_HOME['en']}):", "add to {1}:"),
        (r"[^:«»]*?\barticles?\b[^:«»]*? (?:is|are|shall be) added(?: to the regulation)?:", "add to the regulation:"),
        (rf"({_HOME['en']}) (?:becomes|is renumbered(?: as)?) ({_HOME['en']})", "renumber {1} as {2}"),
        (
            rf"({_HOME['en']}) is suspended(,?) from (\d[^,;.]*?) (?:to|until|through) (\d[^,;.]*)",
            "suspend {1} from {3} until {4}",
        ),
        (r"(?:with|by)(?: the following)?:", "by:"),
        (
            rf"{_CONTENT['en']}is (?:(?:wholly|fully|entirely) )?known(?: wholly| entirely| fully| in full)?(?=[.;])",
            "its content is known in full",
        ),
        (
            rf"{_CONTENT['en']}is (?!not)[^:.;]*?\b(?:partly|partially|in part)\b[^:.;]*:",
            "its content is known in part:",
        ),
        (rf"{_CONTENT['en']}is not known:", "its content is unknown:"),
        (
            r"the (?:text|body) of (article \d+(?:-[a-z])?) becomes (?:its )?(?:paragraph|number) 1",
            "renumber {1} as paragraph 1 of {1}",
        ),
        (
            r"((?:articles|paragraphs|items|subitems) [^.;]+?) (?:become|are renumbered(?: as)?) ([^.;]+)",
            "renumber {1} as {2}",
        ),
        (r"(?:the|this) regulation is (?:repealed|revoked)", "repeal the regulation"),
        # With a comma before it, the word before the last of a list would join conditions.
        (rf"({_VALUE}), (and|or) ({_VALUE})", "{1} {2} {3}"),
        (r"(?:the|an?) (?=«|\d)", ""),
    ),
    "pt": (
        (r"(?:é|for|seja) (?:pelo menos|no mínimo|não inferior a) (\d+)", "é superior a {-1}"),
        (r"(?:é|for|seja) (?:igual ou superior|superior ou igual|maior ou igual) a (\d+)", "é superior a {-1}"),
        (r"(?:é|for|seja) (\d+) ou mais", "é superior a {-1}"),
        (r"(?:é|for|seja) (?:no máximo|não superior a) (\d+)", "é inferior a {+1}"),
        (r"(?:é|for|seja) (?:igual ou inferior|inferior ou igual|menor ou igual) a (\d+)", "é inferior a {+1}"),
        (r"não (?:excede|ultrapassa) (\d+)", "é inferior a {+1}"),
        (r"(?:é|for|seja) (\d+) ou menos", "é inferior a {+1}"),
        (r"(?:está |é |estiver )entre (\d+) e (\d+)", "é {1} a {2}"),
        (r"é de (\d+) a (\d+)", "é {1} a {2}"),
        (
            r"(o total de «[^«»]*») (?:é|for|seja) (?:igual ou superior|superior ou igual|maior ou igual) ao",
            "não se verifica que {1} é inferior ao",
        ),
        (
            r"(o total de «[^«»]*») (?:é|for|seja) (?:igual ou inferior|inferior ou igual|menor ou igual) ao",
            "não se verifica que {1} é superior ao",
        ),
        (r"(?:é|for|seja) (?:maior|melhor|mais alt[oa])(?: do)? que a(?= )|vence a(?= )", "é superior à"),
        (r"(?:é|for|seja) (?:menor|pior|mais baix[oa])(?: do)? que a(?= )", "é inferior à"),
        (r"(?:é|for|seja) (?:maior|mais alt[oa])(?: do)? que o(?= )", "é superior ao"),
        (r"(?:é|for|seja) (?:menor|mais baix[oa])(?: do)? que o(?= )", "é inferior ao"),
        (r"(?:é|for|seja) (?:maior|melhor|mais alt[oa])(?: do)? que|excede|ultrapassa|vence", "é superior a"),
        (r"(?:for|seja) superior a", "é superior a"),
        (r"(?:é|for|seja) (?:menor|pior|mais baix[oa])(?: do)? que|(?:for|seja) inferior a", "é inferior a"),
        (r"(?:for|seja) igual a", "é igual a"),
        (r"a categoria d(a (?:mão|«[^»]*») de «[^»]*») é", "{1} é"),
        (r"pertence à categoria", "é"),
        (r"(?:for|seja)(?! \w+ ou )", "é"),
        (r"([^,;]+?) não (é|mostra|tem) ([^,;.]+)", "não se verifica que {1} {2} {3}"),
        (r"a jogada (?:é válida|não é nula|não é inválida|continua|prossegue)", "a jogada mantém-se válida"),
        (r"não foi distribuída nenhuma («[^«»]*»)", "não se verifica que já foi distribuída alguma {1}"),
        (r"não foi distribuído nenhum («[^«»]*»)", "não se verifica que já foi distribuído algum {1}"),
        (r"nem todas as apostas estão decididas", "não se verifica que todas as apostas estão decididas"),
        (
            r"a jogada (?:é|fica|será|considera-se) (?:nula|inválida(?! e as)|anulada)",
            "a jogada é inválida e as apostas são nulas",
        ),
        (r"a mão de («[^«»]*») (?:é|fica|será|considera-se) (?:nula|inválida|anulada)", "é nula a mão de {1}"),
        (r"é (?:inválida|anulada)|(?:fica|será|considera-se) (?:nula|inválida|anulada)", "é nula"),
        (r"são (?:inválidas|anuladas)|(?:ficam|serão|consideram-se) (?:nulas|inválidas|anuladas)", "são nulas"),
        (r"(?:é|será) (?:reembolsada|restituída)", "é devolvida"),
        (r"(?:são|serão) (?:reembolsadas|restituídas)", "são devolvidas"),
        (r"([^,;]+?) não mostra nem ([^,;]+?) nem ([^,;.]+)", "não se verifica que {1} mostra {2} ou {3}"),
        (r"o total d[ao] primeir[ao](?: [a-zà-ÿ]+| «[^«»]*»)? de", "o total das primeiras 1 de"),
        (r"um quarto", "1/4"),
        (r"três quartos", "3/4"),
        (r"um terço", "1/3"),
        (r"dois terços", "2/3"),
        (r"a metade", "metade"),
        (r"o valor mínimo d[aeo] («[^«»]*») é(?: de)?", "o valor de {1} não pode ser inferior a"),
        (r"o valor máximo d[aeo] («[^«»]*») é(?: de)?", "o valor de {1} não pode ser superior a"),
        (r"não (?:pode|deve|poderá|deverá) (?:exceder|ultrapassar)", "não pode ser superior a"),
        (r"não pode ser inferior a (\d+) nem superior a (\d+)", "deve ser de {1} a {2}"),
        (r"é de (\d+)", "é {1}"),
        (r"uma comissão de (\d+(?:,\d+)? ?%)", "{1} de comissão"),
        (r"em todos os (?:outros|restantes|demais) casos,?", "nos restantes casos,"),
        (r"deve (?:ser|estar) (?:compreendido )?entre (\d+) e (\d+)", "deve ser de {1} a {2}"),
        (r"deve ser (\d+) (?:a|até) (\d+)", "deve ser de {1} a {2}"),
        (r"um número entre (\d+) e (\d+)", "um número de {1} a {2}"),
        (r"(?:de )?(\d+)(?: até | a |-)(\d+)", "{1} a {2}"),
        (r"entre (\d+) e (\d+)", "{1} a {2}"),
        (
            r"o total de («[^«»]*») é (superior|inferior|igual) ao de («[^«»]*»)",
            "o total de {1} é {2} ao total de {3}",
        ),
        (
            r"a mão de («[^«»]*») é (superior|inferior|igual) à de («[^«»]*»)",
            "a mão de {1} é {2} à mão de {3}",
        ),
        (r"caso contrário,?|nos (?:outros|demais) casos,?|noutros casos,?", "nos restantes casos,"),
        (r"tem (?:o )?direito a|está autorizad[oa] a", "pode"),
        (r"está obrigad[oa] a|é obrigad[oa] a", "deve"),
        (r"está proibid[oa] de|deve abster-se de", "não pode"),
        (r"não (?:deve|poderá|deverá)", "não pode"),
        (r"deverá|tem de", "deve"),
        (r"poderá", "pode"),
        (r"(?:(?:salvo|excepto) se|a não ser que) ([^.;]+?),(?= «)", "quando não se verifica que ({1}), então"),
        (r"([^,;]+?) não (?:optou|tiver optado) por ([^,;.]+)", "não se verifica que {1} já optou por {2}"),
        (r"([^,;]+?),? (?:salvo|excepto) (?:se|quando) ([^.;]+)", "quando não se verifica que ({2}), então {1}"),
        (r"([^,;]+?),? (?:quando|se) ([^.;]+)", "quando {2}, então {1}"),
        (r",(?= «)", ", então"),
        (r", («[^«»]*»)", ", então {1}"),
        (r"ganha(?= \d+ por)", "é paga"),
        (r"(?:(?:à razão de|a) )?(\d+) (?:para|por) (\d+)", "{1} por {2}"),
        (r"(\d+),5 (?:para|por) 1", "{*1} por 2"),
        (r"perde-se|é perdid[oa]", "perde"),
        (r"existe um", "há um"),
        (
            r"(\w+) são d[oa] mesm[oa] («[^«»]*») e (?:são )?seguidas em («[^«»]*»)",
            "{1} são do mesmo {2}, e {1} são seguidas em {3}",
        ),
        (r"exactamente (\w+) são", "{1} são"),
        (r"(«[^«»]*») deve («[^«»]*») até", "{1} cumpre repetidamente as regras de {2}, até"),
        (r"(«[^«»]*») (?:é duplicada|duplica)", "duplica o valor de {1}"),
        (r"ao dobro do valor de", "a 2 vezes o valor de"),
        (r"«[^«»]*» perde metade de («[^«»]*»)", "{1} perde metade"),
        (r"«[^«»]*» perde («[^«»]*»)", "{1} perde"),
        (r"(?:vale como|conta)(?= \d)", "vale"),
        (r"contam(?= \d)", "valem"),
        (r"tod[ao]s [ao]s outr[ao]s(?= «)", "as outras"),
        (r"ganha(?= ?[.,;])|ganha o mesmo valor", "é paga 1 por 1"),
        (r"(?:é paga a dobrar|(?:paga|ganha) (?:a dobrar|o dobro))", "é paga 2 por 1"),
        (r"(?:paga|ganha) (\d+) vezes (?:o valor apostado|a aposta)", "é paga {1} por 1"),
        (r"perde (?:o valor apostado|a aposta|a parada)", "perde"),
        (r"(perdem?) (metade|1/\d+) do (?:seu valor|valor apostado)", "{1} {2}"),
        (r"por («[^«»]*»)", "{1}"),
        (r"(perdem?|(?:é|são) devolvidas?),? e termina a vez", "{1}; termina a vez"),
        (r"é devolvida a(?:o jogador|o apostador| quem a fez)", "é devolvida"),
        (
            r"(?:cobra-se|é cobrada) (?:uma )?comissão de (\d+(?:,\d+)? ?%)"
            r" sobre (?:os ganhos|o ganho) d[aeo] («[^«»]*»)",
            "sobre o ganho de {2} cobra-se {1} de comissão",
        ),
        (
            r"(?:dos ganhos|do ganho) de («[^«»]*») (?:é deduzida|deduz-se|cobra-se)"
            r" (?:uma )?comissão de (\d+(?:,\d+)? ?%)",
            "sobre o ganho de {1} cobra-se {2} de comissão",
        ),
        (
            r"(?:distribuem-se|distribui-se|dão-se|dá-se|são distribuíd[ao]s) (\w+) («[^«»]*»)"
            r" (?:a|ao|à) ((?:cada )?«[^«»]*»(?: com aposta)?)",
            "faz-se a distribuição a {3}, {1} {2} de cada vez, com a face para cima, até cada um ter {1}",
        ),
        (r"(?<=[:;] )«[^«»]*» (?:tira|recebe) (\w+) («[^«»]*»)", "tira {1} {2}"),
        (
            r"((?:cada )?«[^«»]*»(?: com aposta)?) (?:recebe|tira) (\w+) («[^«»]*»)",
            "faz-se a distribuição a {1}, {2} {3} de cada vez, com a face para cima, até cada um ter {2}",
        ),
        (r"(?:lança|roda)(?: \w+)?(?= «)", "lança"),
        (r"(«[^«»]*») mostra («[^«»]*»|\d+) duas vezes", "o número de vezes que {1} mostra {2} é 2"),
        (r"(«[^«»]*») mostra (\w+) («[^«»]*»|\d+)", "o número de vezes que {1} mostra {3} é {2}"),
        (r"(«[^«»]*») tem uma? («[^«»]*»)", "a mão de {1} é {2}"),
        (r"(a mão de «[^«»]*») é uma?(?= «)", "{1} é"),
        (r"(a mão de «[^«»]*») ganha à (mão de «[^«»]*»)", "{1} é superior à {2}"),
        (r"a mão de («[^«»]*») (?:empata com|é igual) a mão de («[^«»]*»)", "a mão de {1} é igual à mão de {2}"),
        (r"caso ([^,;]+?) seja ([^,;.]+),(?: então)?(?= «)", "quando {1} é {2}, então"),
        (r"(?:senão|em caso contrário),?", "nos restantes casos,"),
        (r"todas as apostas estiverem decididas", "todas as apostas estão decididas"),
        (r"ao escolher", "ao optar por"),
        (r"a aposta mínima em («[^«»]*») é(?: de)?", "o valor de {1} não pode ser inferior a"),
        (r"a aposta máxima em («[^«»]*») é(?: de)?", "o valor de {1} não pode ser superior a"),
        (r"a jogada acaba", "a jogada termina"),
        (r"(?:o presente|este|a presente|esta) (?:artigo|número|alínea|disposição) prevalece sobre", "prevalece sobre"),
        (rf"não obstante (?:o disposto n)?o ({_CITED['pt']}), ([^;]+?)(?=\.?$)", "{2}. prevalece sobre o {1}"),
        (r"enquanto ([^.;]+)", "até se verificar que não se verifica que ({1})"),
        (r"(«[^«»]*»),? enquanto ([^.;]+)", "{1}, até se verificar que não se verifica que ({2})"),
        (
            rf",? por ordem crescente:? ({_VALUE}(?:{_LISTED['pt']}{_VALUE})*)",
            ", por ordem decrescente: {~1}",
        ),
        (
            r"((?:fecham-se|encerram-se) as apostas|não se aceitam mais apostas)",
            "sem efeito na máquina: {1}",
        ),
        (
            rf"{_INSTRUMENT['pt']}entra em vigor no dia (?:seguinte|imediato) (?:ao da|à) (?:sua )?publicação",
            "em vigor no dia seguinte ao da publicação",
        ),
        (
            rf"{_INSTRUMENT['pt']}entra em vigor (\w+) dias após a (?:data da )?(?:sua )?publicação",
            "em vigor {1} dias após a data da publicação",
        ),
        (rf"{_INSTRUMENT['pt']}entra em vigor (?:em|no dia|a partir de|a|desde)(?= \d)", "em vigor desde"),
        (
            rf"{_INSTRUMENT['pt']}(?:produz (?:os seus )?efeitos|retroage(?: os seus efeitos)?)"
            r" (?:desde|a partir de|a|reportados a)(?= \d)",
            "produz efeitos desde",
        ),
        (r"entra em vigor (?:no dia|a partir de|a|desde)(?= \d)", "entra em vigor em"),
        (
            r"(?:produz (?:os seus )?efeitos|retroage(?: os seus efeitos)?) (?:a partir de|a)(?= \d)",
            "produz efeitos desde",
        ),
        (r"é (?:eliminad|suprimid)(o|a)", "é revogad{1}"),
        (r"fica revogad(o|a)", "é revogad{1}"),
        (r"ficam revogad(os|as)", "são revogad{1}"),
        (
            r"((?:alínea \d+\) do )?(?:n\.º \d+ do )?artigo \d+\.º(?:-[a-z])?) do (?:presente |referido )?regulamento",
            "{1}",
        ),
        (rf"ao ({_HOME['pt']}) é dada (?:nova|a seguinte) redacção:", "o {1} passa a ter a seguinte redacção:"),
        (rf"à ({_HOME['pt']}) é dada (?:nova|a seguinte) redacção:", "a {1} passa a ter a seguinte redacção:"),
        (rf"é dada (?:nova|a seguinte) redacção ao ({_HOME['pt']}):", "o {1} passa a ter a seguinte redacção:"),
        (rf"é dada (?:nova|a seguinte) redacção à ({_HOME['pt']}):", "a {1} passa a ter a seguinte redacção:"),
        (rf"([oa]) ({_PROVISION_PT}) (?:é|fica) (?:revogad|eliminad|suprimid)([oa])", "é revogad{3} {1} {2}"),
        (rf"altera-se ([oa]) ({_PROVISION_PT})[^:]*:", "{1} {2} passa a ter a seguinte redacção:"),
        (r"revoga-se ([oa])(?= )", "é revogad{1} {1}"),
        (
            rf"([oa]) ({_PROVISION_PT}) (?:é substituíd[oa] (?:por|pelo seguinte)"
            r"|(?:é alterad[oa],? passando|passa) a (?:ter a (?:seguinte redacção|redacção seguinte)|ler-se como segue)"
            r"|é alterad[oa](?: como segue)?):",
            "{1} {2} passa a ter a seguinte redacção:",
        ),
        (
            rf"(?:após o|depois do|a seguir ao) ({_HOME['pt']}) (?:é|são) (?:inserid|aditad|acrescentad)[oa]s?[^:]*:",
            "a seguir ao {1} é aditado:",
        ),
        (
            rf"(?:após a|depois da|a seguir à) ({_HOME['pt']}) (?:é|são) (?:inserid|aditad|acrescentad)[oa]s?[^:]*:",
            "a seguir à {1} é aditado:",
        ),
        (rf"(?:é|são) aditad[oa]s?,? (a seguir (?:ao|à) {_HOME['pt']})[^:]*:", "{1} é aditado:"),
        (r"é renumerad[oa] (?:como|para)(?: o)?(?= (?:artigo|n\.º))", "passa a ser o"),
        (
            rf"{_CONTENT['pt']} (?:é (?:(?:total|integral)mente )?conhecido|conhece-se)"
            r"(?: na íntegra| por inteiro| integralmente| totalmente)?(?=[.;])",
            "o conteúdo da alteração é inteiramente conhecido",
        ),
        (
            rf"{_CONTENT['pt']} (?!não )[^:.;]*?\b(?:parcialmente|em parte)\b[^:.;]*:",
            "o conteúdo da alteração é conhecido em parte:",
        ),
        (rf"{_CONTENT['pt']} não (?:é conhecido|se conhece):", "o conteúdo da alteração é desconhecido:"),
        (r"([oa]) act?ual(?= (?:artigo|n\.º|alínea|subalínea))", "{1}"),
        (
            r"o (?:corpo|texto|conteúdo)(?: act?ual)? do (artigo \d+\.º(?:-[a-z])?) passa a(?: ser| constituir)?(?: o)?"
            r"(?: seu)? n\.º 1(?: do (?:mesmo|referido) artigo)?",
            "o {1} passa a ser o n.º 1 do {1}",
        ),
        (r"passa a(?: ser| constituir)?(?: o)?(?= (?:artigo|n\.º))", "passa a ser o"),
        (r"passa a(?: ser| constituir)?(?: a)?(?= (?:alínea|subalínea))", "passa a ser a"),
        (
            r"(?:é|são) aditad[oa]s? (?:ao (?:presente )?regulamento )?(?:(?:o|os|um|uns|novos) )+artigos?[^:]*:",
            "é aditado ao regulamento:",
        ),
        (rf"(?:é|são) aditad[oa]s? ((?:ao|à) {_HOME['pt']})[^:]*:", "{1} é aditado:"),
        (rf"((?:ao|à) {_HOME['pt']}) (?:é|são) aditad[oa]s? [^:]+:", "{1} é aditado:"),
        (
            r"(?:fica|é) suspens[oa](?: a (?:aplicação|vigência|eficácia) d)?([oa]) ([^,;]+?),?"
            r" (?:de|desde|a partir de) (\d[^,;]*?) (?:a|até) (\d[^,;.]*)",
            "é suspenso {1} {2}, desde {3} até {4}",
        ),
        (r"passa a ser(?= \d)", "passa a ser igual a"),
        (r"passa a ser o(?= )", "passa a ser igual ao"),
        (rf"({_ADDED['pt']}) mais ({_ADDED['pt']}|\d+)", "a soma d{1} com {2}"),
        (
            r"(?:«[^«»]*» )?(?:queima|inutiliza)(?:m?-se)? (\w+) («[^«»]*»)",
            "inutiliza-se um número de {2} igual a {1}",
        ),
        (
            r",? d[aeo] (?:maior|mais alt[ao]) (?:para|a)(?: [ao])? (?:menor|mais baix[ao]):?",
            ", por ordem decrescente:",
        ),
        (
            rf"(«[^«»]*») (?:mostra|tem) pelo menos {_SOME['pt']} («[^«»]*»)",
            "o número de vezes que {1} mostra {3} é superior a {-2}",
        ),
        (rf"(«[^«»]*») tem {_SOME['pt']} («[^«»]*»)", "o número de vezes que {1} mostra {3} é {2}"),
        (
            r"(?:todas as|ambas as) (?:cartas|«[^«»]*») de («[^«»]*») são (d[oa] mesm[oa])",
            "a mão de {1} é tal que todas são {2}",
        ),
        (
            rf"{_SOME['pt']} (?:cartas|«[^«»]*») de («[^«»]*») são (d[oa] mesm[oa])",
            "a mão de {2} é tal que {1} são {3}",
        ),
        (r"([^,;]+?) não (?:for|seja) ([^,;.]+)", "não se verifica que {1} é {2}"),
        (r"sempre que", "quando"),
        (
            r"(?:salvo|excepto) se ([^.;]+?) (?:for|seja) ([^.;]+?),(?= «)",
            "quando não se verifica que ({1} é {2}), então",
        ),
        (r"enquanto ([^.;]+?) for ([^.;]+)", "até se verificar que não se verifica que ({1} é {2})"),
        (r"até (?:que )?([^.;]+?) (?:ser|seja) ([^.;]+)", "até se verificar que {1} é {2}"),
        (r"(?:volta a lançar|lança (?:novamente|de novo|outra vez))", "lança"),
        (r"recebe(?: o)?(?= «)", "recebe a totalidade de"),
        (
            r"(«[^«»]*») (?:aumenta(?: em)?|é acrescido de) (\d+)",
            "{1} passa a ser igual à soma do número guardado em {1} com {2}",
        ),
        (
            r"(\d+(?:,\d+)? ?%|metade) do valor de («[^«»]*») (?:reverte para|é acrescid[oa] a) («[^«»]*»)",
            "{3} é acrescido de quantia igual a {1} do valor de {2}",
        ),
        (
            r"«[^«»]*» distribui (\w+) («[^«»]*») a ((?:cada )?«[^«»]*»(?: com aposta)?)",
            "faz-se a distribuição a {3}, {1} {2} de cada vez, com a face para cima, até cada um ter {1}",
        ),
        (r"(«[^«»]*») (?:vira|abre|mostra) a(?: sua)? mão", "abre-se a mão de {1}"),
        (r"na proporção de (\d+) ?: ?(\d+)", "na proporção de {1} para {2}"),
        (r"(«[^«»]*») e («[^«»]*») empatam", "a mão de {1} é igual à mão de {2}"),
        (r"(?:cada )?(«[^«»]*») opta por", "{1} com «…» opta por"),
        (r"ganha (?:o triplo|a triplicar)", "é paga 3 por 1"),
        (
            r"(?:o total de|a soma dos totais de) («[^«»]*») e («[^«»]*»)",
            "a soma do total de {1} com o total de {2}",
        ),
        (r"(a jogada começa|começa a jogada|inicia-se a jogada)", "sem efeito na máquina: {1}"),
        (r"(?:liquidam-se|são liquidadas) (?:todas )?as apostas|as apostas são liquidadas", "liquida-se «…»"),
        (r"(?:todas as|as outras) apostas perdem", "«…» perde"),
        (r"(«[^«»]*») e («[^«»]*») são apostas", "{1} é uma aposta. {2} é uma aposta"),
        (r"é uma aposta n(?:um|uma|o|a)(?= «)", "é uma aposta que indica"),
        (r"é um número de (\d+) a (\d+)", "é um número que se guarda durante a jogada: {1} a {2}"),
        (r"(«[^«»]*») é superior a («[^«»]*»)(?=\.)", "«…», por ordem decrescente: {1} e {2}"),
        (
            r"(«[^«»]*») deve («[^«»]*») até (\d+)",
            "quando o total de {1} é inferior a {+3}, então {1} deve {2}",
        ),
        (r"(«[^«»]*») tirou (?:uma )?carta", "não se verifica que {1} não tirou carta"),
        (r"(?:é )?paga metade", "ganha metade"),
        (r"é paga (?:de acordo com|conforme)", "é paga segundo"),
        (rf"(«[^«»]*») tem {_SOME['pt']} ou mais («[^«»]*»)", "o número de {3} de {1} é superior a {-2}"),
        (r"(«[^«»]*») tem menos de (\w+) («[^«»]*»)", "o número de {3} de {1} é inferior a {2}"),
        (r"(«[^«»]*») tem mais de (\w+) («[^«»]*»)", "o número de {3} de {1} é superior a {2}"),
        (rf"({_VALUE}), (e|ou) ({_VALUE})", "{1} {2} {3}"),
        (r"(?:os?|as?) (?=«)", ""),
    ),
    "zh": (
        (r"(?:不少於|不小於|不低於|至少為?|大於或等於|等於或大於|大於等於)(\d+)", "大於{-1}"),
        (r"為(\d+)或以上", "大於{-1}"),
        (r"(?:不多於|不大於|不超過|不高於|不逾|至多為?|最多為?|小於或等於|等於或小於|小於等於)(\d+)", "小於{+1}"),
        (r"為(\d+)或以下", "小於{+1}"),
        (r"(?:介乎|介於|在)(\d+)[至與及](\d+)(?:之間)?", "為{1}至{2}"),
        (r"多於|超過|高於|逾|優於|勝過|勝於", "大於"),
        (r"少於|低於|不足|未滿|劣於|遜於", "小於"),
        (rf"{_INSTRUMENT['zh']}自(?:其)?公[佈布]日?之?[翌次]日起生效", "自公佈翌日起生效"),
        (
            rf"{_INSTRUMENT['zh']}自其?公[佈布]後?滿?([\d一二三四五六七八九十]+)[日天]?後?起?生效",
            "自公佈後滿{1}日起生效",
        ),
        (r"(第[^,;。]+?條)之(?:內容|行文|正文)[改成]為(?:該條|本條)?第一款", "{1}改為{1}第一款"),
        (rf"{_INSTRUMENT['zh']}自(?=[\d二一])", "自"),
        (rf"{_INSTRUMENT['zh']}之?效力追溯至", "效力追溯至"),
        (r"(第[^,;。於]+)於([^,;。]+日)(?:起)?生效", "{1}自{2}起生效"),
        (r"(?:將|(?:本|該|上述)?規章)?(第[^,;。]+?)(?:[之的]行文)?(?:修改如下|行文如下|修改為|改為)?:", "{1}修改為："),
        (r"廢止(?:本|該|上述)?規章(第[^,;。]+)", "廢止{1}"),
        (r"在?(?:本|該)?規章(?:內|中)?增加[^:]*:", "增加下列條文："),
        (r"增加第[^:,]+條(?:之[一二三四五六七八九十]+)?(?:[,及、至][^:]*)?:", "增加下列條文："),
        (rf"[在於]?(?:[本該]?規章)?({_HOME['zh']})[內中]?增加[^:]*:", "在{1}增加："),
        (rf"[在於]?({_HOME['zh']})之?後(?:增補|增加|新增|加入|插入)[^:]*:", "在{1}之後增加："),
        (r"(第[^,;。.自]+?)(?:現?予以?)?(?:廢止|刪除)(?=[。.;])", "廢止{1}"),
        (r"(第[^,;。]+?)(?:更改|重新)編號為(?=第)", "{1}改為"),
        (rf"{_CONTENT['zh']}(?:全部|完全|均)?[已屬]?為?知悉?(?=[。.;])", "修改內容已知"),
        (rf"{_CONTENT['zh']}[只僅已]?(?:知悉?一?部分|部分為?知悉?):", "修改內容部分已知："),
        (rf"{_CONTENT['zh']}(?:未知悉?|未悉|未明|不明|未見):", "修改內容不詳："),
        (r"(?:刪除|廢除|撤銷)(?=第)", "廢止"),
        (r"廢止(?:本|該)?規章", "廢止該規章"),
        (
            r"(第[^,;。]+?)自([^,;。]+?日)起?至([^,;。]+?日)止?(?:期間)?暫停適用",
            "{1}自{2}起暫停適用，至{3}為止",
        ),
        (r"自([^,;。]+?日)起?至([^,;。]+?日)止?,(第[^,;。]+?)暫停適用", "{3}自{1}起暫停適用，至{2}為止"),
        (r"(«[^«»]*»)之(?:注額|投注額)(?:必須|應|須)?(?:為|介乎|由)(\d+)[至到與](\d+)", "投注於{1}之金額須由{2}至{3}"),
        (r"之金額(?:應|必須)?為(\d+)[至到](\d+)", "之金額須由{1}至{2}"),
        (r"[均皆全]相同|[均皆]為?相同", "全部相同"),
        (r"([^,;如則且或]+?)與([^,;如則且或]+?)(?:相同|相等)", "{1}等於{2}"),
        (r"(?:的|之)?類別[為是]", "屬"),
        (r"(?:的|之)?點數(?=大於|小於|等於|多於|少於)", "合計"),
        (r"[一1]賠([零一二三四五六七八九十]|\d+)[點.][五5]", "2賠{*1}"),
        (r"[一1]賠半", "2賠1"),
        (r"以(?=[^,;。.]賠)", "按"),
        (r"([^,;如則且或]+?)(?:不|並非|非)(?:為|是)([^,;。.]+)", "非{1}為{2}"),
        (r"([^,;如則且或]+?)不等於([^,;。.]+)", "非{1}等於{2}"),
        (r"([^,;如則且或]+?)(?:並未|沒有|未)(?:選擇)?(«[^»]*»)", "非{1}已{2}"),
        (r"是", "為"),
        (r"該局(?:視作無效|無效(?!,投注)|作廢|取消)", "該局無效，投注作廢"),
        (r"該局(?:仍為?|繼續)?有效|該局不作廢|該局繼續(?:進行)?", "該局維持有效"),
        (r"([^,;如則且或]+?)(?:並無|沒有|未有|無)投注", "非{1}有投注"),
        (r"([^,;如則且或]+?)(?:並無|並未|沒有|未有|未|不)開出([^,;。.]+)", "非{1}開出{2}"),
        (r"(?<=»)(?:視作)?無效", "作廢"),
        (r"退回|發還|歸還", "退還"),
        (r"及(?=«)", "，且"),
        (r"及(«[^«»]*»)", "，且{1}"),
        (r"或(?=«)", "，或"),
        (r"或(«[^«»]*»)", "，或{1}"),
        (r"首[張枚個](?=合計)", "首1張"),
        (r"為([雙單])", "為{1}數"),
        (r"(«[^«»]*»)之注額(不得|須)", "投注於{1}之金額{2}"),
        (r"(«[^«»]*»)之注額不得(?:超過|超出|逾|高於|大於)", "投注於{1}之金額不得多於"),
        (r"(«[^«»]*»)之注額不得(?:低於|小於)", "投注於{1}之金額不得少於"),
        (r"(«[^«»]*»)之注額下限為", "投注於{1}之金額不得少於"),
        (r"(«[^«»]*»)之注額上限為", "投注於{1}之金額不得多於"),
        (r"(«[^«»]*»)之最[低小](?:注額|投注額)為", "投注於{1}之金額不得少於"),
        (r"(«[^«»]*»)之最[高大](?:注額|投注額)為", "投注於{1}之金額不得多於"),
        (r"之金額須為(\d+)至(\d+)", "之金額須由{1}至{2}"),
        (r"擲[得出](?=\d|«)", "開出"),
        (r"之金額須?(?:介乎|介於|在|由)(\d+)[至到與](\d+)(?:之間)?", "之金額須由{1}至{2}"),
        (r"[由從]?(\d+)[至到-](\d+)", "{1}至{2}"),
        (r"[由從](\d+)[至到-](\d+)", "為{1}至{2}"),
        (r"(合計|持牌)(大於|小於|等於)(«[^«»]*»)", "{1}{2}{3}{1}"),
        (r"(«[^«»]*»)與(«[^«»]*»)(合計|持牌)(?:相等|相同)", "{1}{3}等於{2}{3}"),
        (r"(?:半數|一半注額)", "一半"),
        (r"輸(?:一半之?注額|注額之?(?:一半|半數))", "輸一半"),
        (r"按雙倍", "按一賠二"),
        (r"(輸|退還),[並而且]?該方完結", "{1}；該方完結"),
        (r"(\d+)/(\d+)", "{2}分之{1}"),
        (r"([一二兩三四五六七八九])成", "十分之{1}"),
        (r"否則,?|在?其(?:他|餘)情況下?,?", "其餘情況，"),
        (r"無權", "不得"),
        (r"有權|得(?=«)", "可"),
        (r"不可以?|不能|禁止|不准", "不得"),
        (r"必須|應當?", "須"),
        (r"可以", "可"),
        (r"已?選擇(?=«)", "已"),
        (r"除非([^.;]+?),則?(?=«)", "如非({1})，則"),
        (r"倘若?|當", "如"),
        (r"([^,;]+?),如([^.;]+)", "如{2}，則{1}"),
        (r"([^,;]+?),但([^.;]+?)者?除外", "如非({2})，則{1}"),
        (r"除([^,;]+?)外,([^.;]+)", "如非({1})，則{2}"),
        (r"凡([^,;]+?)[者時]?,則?([^.;]+)", "如{1}，則{2}"),
        (r"([^,;如]+?)[者時],則?([^.;]+)", "如{1}，則{2}"),
        (r"時?,(?=«)", "，則"),
        (r"[,、](«[^«»]*»)", "，則{1}"),
        (r"輸掉|落敗|負|沒收|[皆均全]輸", "輸"),
        (r"[皆均全]退還", "退還"),
        (r"[本該](?:規定|條|款|項)優先於", "優先於"),
        (rf"(?:雖有|儘管有?)({_CITED['zh']})之?規定,([^;。.]+)", "{2}。優先於{1}"),
        (r",直至([^,;.]+?)為止", "，直至{1}"),
        (r"擲出", "擲"),
        (r"(各不相同|全部相同)(«[^«»]*»)", "{2}{1}"),
        (r"(?:全屬|全為)相同(«[^«»]*»)", "{1}全部相同"),
        (r"(\d+|[一二兩三四五六七八九十])[張枚個](?:屬|為)?相同(«[^«»]*»)", "{1}張{2}相同"),
        (r"(«[^«»]*»)(?:注額)?加倍", "{1}之注額加倍"),
        (r"«[^«»]*»輸一半(«[^«»]*»)", "{1}輸一半"),
        (r"«[^«»]*»輸(«[^«»]*»)", "{1}輸"),
        (r"兩倍(«[^«»]*»)之注額", "{1}之注額2倍"),
        (r"(?:算|計|當)作?(?=\d)", "作"),
        (r"贏(?=[,;。.])|贏一倍", "按1賠1賠彩"),
        (r"賠雙倍|贏雙倍", "按1賠2賠彩"),
        (r"(?:退還|發還|退回)(«[^«»]*»)", "{1}退還"),
        (r"(«[^«»]*»)(?:抽佣|抽取佣金)(\d+(?:\.\d+)?%)", "從{1}彩金抽取{2}佣金"),
        (r"(?:抽取|扣除)(«[^«»]*»)彩金之(\d+(?:\.\d+)?%)(?:作|為)佣金", "從{1}彩金抽取{2}佣金"),
        (
            r"派(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)[予給]((?:有投注之)?(?:每一)?«[^«»]*»)",
            "派予{3}，每次{1}張{2}，牌面向上，直至各有{1}張",
        ),
        (
            r"(?:«[^«»]*»)?[向給]((?:有投注之)?(?:每一)?«[^«»]*»)派發?(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)"
            r",(牌面向[上下])",
            "派予{1}，每次{2}張{3}，{4}，直至各有{2}張",
        ),
        (
            r"(?:«[^«»]*»)?[向給]((?:有投注之)?(?:每一)?«[^«»]*»)派發?(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)",
            "派予{1}，每次{2}張{3}，牌面向上，直至各有{2}張",
        ),
        (r"(?<=[:;,])«[^«»]*»(?:獲派|得|取|補|增)(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)", "增{1}張{2}"),
        (
            r"((?:有投注之)?(?:每一)?«[^«»]*»)(?:獲派|得|取|補|增)(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)",
            "派予{1}，每次{2}張{3}，牌面向上，直至各有{2}張",
        ),
        (r"(?:擲|搖)(?:(?:\d+|[一二兩三四五六七八九十])[枚個粒顆])?(?=«)", "擲"),
        (r"(«[^«»]*»)開出(\d+|[一二兩三四五六七八九十])[個枚張](«[^«»]*»|\d+)", "{1}開出{3}之數為{2}"),
        (r"(«[^«»]*»)持有(«[^«»]*»)", "{1}持牌屬{2}"),
        (r"(«[^«»]*»)最[低小](?:注額|投注額)為", "投注於{1}之金額不得少於"),
        (r"(«[^«»]*»)最[高大](?:注額|投注額)為", "投注於{1}之金額不得多於"),
        (r"設(«[^«»]*»)[一1][名個]", "設一名{1}"),
        (rf"由(?:小至大|小到大|低至高|低到高)(?:為)?:?({_VALUE}(?:{_LISTED['zh']}{_VALUE})*)", "由大至小：{~1}"),
        (rf"({_ADDED['zh']})加({_ADDED['zh']})", "{1}與{2}之和"),
        (r"(?:«[^«»]*»)?[銷燒]去?(\d+|[一二兩三四五六七八九十])張(«[^«»]*»)", "銷去{1}張{2}"),
        (r"(?:達|為)(\d+)點?(?:或)?以上", "大於{-1}"),
        (r"達(\d+)點?", "大於{-1}"),
        (r"(\d+)點(?=[,;。.])", "{1}"),
        (r"勝(?=«)", "大於"),
        (rf"(«[^«»]*»)(?:開出|持有|有)至少{_SOME['zh']}(«[^«»]*»)", "{1}開出{3}之數大於{-2}"),
        (rf"(«[^«»]*»)(?:持有|有){_SOME['zh']}(«[^«»]*»)", "{1}開出{3}之數為{2}"),
        (r"(«[^«»]*»)與(«[^«»]*»)(?:打和|和局)", "{1}持牌等於{2}持牌"),
        (r"(«[^«»]*»)與(«[^«»]*»)合計之和", "{1}合計與{2}合計之和"),
        (r"(«[^«»]*»)持牌(«[^«»]*»)(全部相同|各不相同)", "{1}持牌中{2}{3}"),
        (rf"(«[^«»]*»)(?:持牌中?)?{_SOME['zh']}牌?(«[^«»]*»)相同", "{1}持牌中{2}張{3}相同"),
        (rf"(«[^«»]*»)(?:持牌中?)?{_SOME['zh']}同(«[^«»]*»)", "{1}持牌中{2}張{3}相同"),
        (r"贏[兩二]倍", "按一賠二賠彩"),
        (r"贏三倍", "按一賠三賠彩"),
        (r"賠一倍", "按一賠一賠彩"),
        (r"(?:再|重新)擲", "擲"),
        (r"(«[^«»]*»)增?加(\d+)", "{1}定為{1}所記之數與{2}之和"),
        (r"(«[^«»]*»)最[低小]為", "投注於{1}之金額不得少於"),
        (r"(«[^«»]*»)最[高大]為", "投注於{1}之金額不得多於"),
        (r"(«[^«»]*»)之?注額之(\d+(?:\.\d+)?%)", "{1}之注額{2}"),
        (r"(«[^«»]*»)(?:開牌|掀牌)", "掀開{1}持牌"),
        (r"除非([^.;]+?),否則(?=«)", "如非({1})，則"),
        (r"獲發?(«[^«»]*»)(?:之?全數)?", "另獲發{1}之全數"),
        (r"(?:每一)?(«[^«»]*»)可?選擇", "有「…」之{1}選擇"),
        (r"(本局開始)", "不影響程式運作：{1}"),
        (r"結算[各所全]?有?投注|[各所全]?有?投注(?:均)?結算", "結算「…」"),
        (r"[各所全]有?投注[均皆全]?輸", "「…」輸"),
        (r"開始(?:接受)?下注", "接受下注"),
        (r"(«[^«»]*»)[及和、](«[^«»]*»)[均皆]?為投注", "{1}為投注。{2}為投注"),
        (r"可(?:作|充當|替代|代替)任何", "可充任何"),
        (r"為百搭", "可充任何「…」，持牌已有者亦可"),
        (r"(«[^«»]*»)大於(«[^«»]*»)(?=[。.])", "「…」由大至小：{1}、{2}"),
        (r"為(\d+)至(\d+)之數", "為本局所記之數：{1}至{2}"),
        (r"(«[^«»]*»)合計(\d+)點?或以下須(«[^«»]*»)", "如{1}合計小於{+2}，則{1}須{3}"),
        (r"(«[^«»]*»)合計(\d+)點?或以上須(«[^«»]*»)", "如{1}合計大於{-2}，則{1}須{3}"),
        (r"(«[^«»]*»)[已有]增牌", "非{1}並無增牌"),
        (rf"(«[^«»]*»)有{_SOME['zh']}或以上(«[^«»]*»)", "{1}之{3}數大於{-2}"),
        (rf"(«[^«»]*»)有[少不][於足]{_SOME['zh']}(«[^«»]*»)", "{1}之{3}數小於{2}"),
        (rf"({_VALUE})[,、](及|或)({_VALUE})", "{1}{2}{3}"),
        (r"((?:停止|截止)(?:接受)?下注|不再接受下注)", "不影響程式運作：{1}"),
    ),
}  # fmt: skip

# What no phrase says, whatever the words, by the name of the hint on it: that amounts are multiples of one, or rounded;
# that a stake is made three times as high, or half; that what was dealt is given back; and, where the words begin
# what is asked by a condition, how another bet has ended, or how high a stake is.
_UNSAID = {
    "en": (
        ("unsaid", r"\bmultiples?\b|\bround(?:ed|ing)\b"),
        ("unsaid-stake", r"\b(?:halved|tripled|quadrupled|(?:increased|raised)(?! by))\b"),
        ("unsaid-exchange", r"^(?:discards?|exchanges?|gives? back)\b"),
        ("unsaid-result", r"^(?:has )?(?:won|lost|wins|loses)(?=,[^.;]* then )"),
        ("unsaid-height", r"^(?:the )?stakes? (?:of|on) +(?:is|are|exceeds?)\b"),
    ),
    "pt": (
        ("unsaid", r"\bmúltiplos?\b|\barredonda\w+"),
        ("unsaid-stake", r"\b(?:triplica|quadruplica|aumenta-se|reduz-se a metade)\b"),
        ("unsaid-exchange", r"^(?:troca|descarta|devolve|trocar|descartar|devolver)\b"),
        ("unsaid-result", r"^(?:ganhou|perdeu|ganha|perde|ganhar|perder)(?=,[^.;]* então )"),
        ("unsaid-height", r"^(?:o )?valor d[aeo] +(?:é|for|seja|excede|ultrapassa)\b"),
    ),
    "zh": (
        ("unsaid", r"倍數|四捨五入|取整|進位|不足一?元|尾數"),
        ("unsaid-stake", r"減半|增加(?=[。.;,])"),
        ("unsaid-exchange", r"^(?:棄|換|交回)[牌\d一二兩三四五六七八九十]"),
        ("unsaid-result", r"^(?:輸|贏|勝出|落敗)(?=,)"),
        ("unsaid-height", r"^之?注額(?:大於|小於|等於|超過|高於|低於|為)"),
    ),
}


# What is done to a text by other means than a sentence of this kind: part of a provision, words wherever they stand,
# and the whole published anew.
_DONE_OTHERWISE = {
    "part-of-provision": {
        "en": r"(?:in )?the (?:title|heading|body|text|opening words?) of .*article|(?:the )?(?:words?|references?) ",
        "pt": r"(?:o|a|no|na) (?:epígrafe|título|corpo|proémio|texto) d|as? (?:palavra|express|referência)|onde se lê ",
        "zh": r"第[^,;。]+?之(?:標題|條標|正文|序文|內容)|.*(?:一詞|一語|字樣|之表述|之提述)",
    },
    "republication": {
        "en": r".*\brepublished\b|republish\b",
        "pt": r".*\brepublicad[oa]\b|republica-se\b",
        "zh": r".*重新公[佈布]",
    },
}


def done_otherwise(language: str, text: str) -> str:
    """The name of the hint on what a sentence does that is done by other means; empty if it does no such thing."""
    return next((name for name, words in _DONE_OTHERWISE.items() if re.match(words[language], text)), "")


# Precedence that is said of a provision, and not in it.
_PREVAILING = {
    "en": rf"({_CITED['en']}) (?:shall )?prevails? over ({_CITED['en']})",
    "pt": rf"o ({_CITED['pt']}) prevalece sobre o ({_CITED['pt']})",
    "zh": rf"({_CITED['zh']})優先於({_CITED['zh']}(?=[。.;]|$))",
}


def prevailing(language: str, text: str) -> re.Match[str] | None:
    """The beginning of a sentence by which one provision, the first group, prevails over another, the second."""
    return re.match(_PREVAILING[language], text)


def unsaid(language: str, text: str) -> tuple[str, int] | None:
    """What no phrase says in a text, terms aside: the name of the hint on it, and where its first words end."""
    words = re.sub(r"«[^»]*»", lambda term: " " * len(term[0]), text)
    found = ((name, re.search(pattern, words)) for name, pattern in _UNSAID[language])
    return next(((name, match.end()) for name, match in found if match), None)


@cache
def _compiled(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    # A word ends where a pattern does, if words are set apart.
    end = "" if language == "zh" else r"(?:(?<=\W)|(?!\w))"
    # No text has a number with more digits, and of very many of them Python writes none out.
    short = ((pattern.replace(r"\d+", r"\d{1,18}"), instead) for pattern, instead in _WORDINGS[language])
    return tuple((re.compile(f"(?:{pattern}){end}"), instead) for pattern, instead in short)


def reworded(language: str, text: str, place: int, original: Callable[[int, int], str]) -> Iterator[tuple[int, str]]:
    """The wordings that stand at a place of a text: where each ends, and what is written instead.

    `original` is the text between two places as its writer has it.
    """
    for pattern, instead in _compiled(language):
        if match := pattern.match(text, place):

            def fill(hole: re.Match[str], match: re.Match[str] = match) -> str:
                group = int(hole[2])
                if hole[1] == "~":
                    return _turned(original(match.start(group), match.end(group)))
                if hole[1]:
                    number = number_value(match[group], phrase_table(language).numerals)
                    return str({"+": number + 1, "-": number - 1, "*": 2 * number + 1}[hole[1]])
                return original(match.start(group), match.end(group))

            yield match.end(), re.sub(r"\{([+*~-]?)(\d)\}", fill, instead)


def _turned(listed: str) -> str:
    """A list from its end to its beginning, with what joins its values left where it stands."""
    value = r"[“「«\"][^”」»\"]*[”」»\"]|\d+"
    values = re.findall(value, listed)
    return re.sub(value, lambda _: values.pop(), listed)
