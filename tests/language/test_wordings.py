"""Known wordings: what stands in their place is what was meant, and the sentence is read with it."""

import pytest

from lexludi.base.diagnostics import Hint
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.wordings import reworded

WHEN = {"en": "when {}, then “b” loses.", "pt": "quando {}, então «b» perde."}

WORDED = [
    # The language, a sentence or a condition as a jurist may write it, and what it means.
    ("en", "the total of “a” is greater than 2", "the total of “a” is higher than 2"),
    ("en", "the total of “a” is at least 2", "the total of “a” is higher than 1"),
    ("en", "the total of “a” is 2 or more", "the total of “a” is higher than 1"),
    ("en", "the total of “a” does not exceed 2", "the total of “a” is lower than 3"),
    ("en", "the total of “a” is between 2 and 4", "the total of “a” is 2 through 4"),
    ("en", "the total of “a” is not 2", "it is not so that the total of “a” is 2"),
    ("en", "the category of the hand of “a” is “c”", "the hand of “a” is “c”"),
    ("en", "the hand of “a” belongs to the category “c”", "the hand of “a” is “c”"),
    ("en", "the hand of “a” is better than the hand of “d”", "the hand of “a” is higher than the hand of “d”"),
    ("en", "the hands of “a” and “d” are equal", "the hand of “a” is equal to the hand of “d”"),
    ("en", "“b” pays 1.5 to 1.", "“b” pays 3 to 2."),
    ("en", "when the total of “a” is 2, “b” loses.", "when the total of “a” is 2, then “b” loses."),
    ("en", "“b” loses if the total of “a” is 2.", "when the total of “a” is 2, then “b” loses."),
    (
        "en",
        "unless “a” is “c”, or “a” is “d”, “b” loses.",
        "when it is not so that (“a” is “c”, or “a” is “d”), then “b” loses.",
    ),
    ("en", "“b” loses unless “a” is “c”.", "when it is not so that (“a” is “c”), then “b” loses."),
    ("en", "“a” has not chosen to “b”", "it is not so that “a” has chosen to “b”"),
    ("pt", "salvo se «a» é «c», «b» perde.", "quando não se verifica que («a» é «c»), então «b» perde."),
    ("zh", "除非「甲」為「丙」，「乙」輸。", "如非(「甲」為「丙」)，則「乙」輸。"),
    ("pt", "«a» não optou por «b»", "não se verifica que «a» já optou por «b»"),
    ("pt", "«b» é paga a 2 por 1.", "«b» é paga 2 por 1."),
    ("zh", "如「甲」沒有「丙」，則「乙」輸。", "如非「甲」已「丙」，則「乙」輸。"),
    ("en", "otherwise, “b” loses.", "in every other case, “b” loses."),
    ("en", "“a” may not “b”.", "“a” must not “b”."),
    ("en", "“b” wins 2 to 1.", "“b” pays 2 to 1."),
    ("en", "the stake of “b” must be between 5 and 500.", "the stake of “b” must be from 5 through 500."),
    ("en", "the “b” loses.", "“b” loses."),
    ("en", "the round is null and void.", "the round is void and so are its bets."),
    ("en", "“b” is invalid.", "“b” is void."),
    ("en", "the total of “a” is lower than that of “c”", "the total of “a” is lower than the total of “c”"),
    ("en", "house option “x”: 1 to 5; default 2.", "house option “x”: 1 through 5; default 2."),
    ("en", "house option “x”: between 1 and 5.", "house option “x”: 1 through 5."),
    ("en", "“b” is a bet that names a number between 2 and 9.", "“b” is a bet that names a number from 2 through 9."),
    ("en", "the stake of “b” must be 5 to 90.", "the stake of “b” must be from 5 through 90."),
    ("en", "the total of “a” is 4-9", "the total of “a” is 4 through 9"),
    ("en", "the total of “a” is 2, 4 to 9", "the total of “a” is 2, 4 through 9"),
    ("en", "“b” is a bet on one “c”.", "“b” is a bet that names one “c”."),
    ("en", "“b” loses half of its stake.", "“b” loses half."),
    ("pt", "«b» perde metade do seu valor.", "«b» perde metade."),
    ("zh", "「乙」輸注額之一半。", "「乙」輸一半。"),
    ("en", "“b” pays double.", "“b” pays 2 to 1."),
    ("en", "“b” pays three times the stake.", "“b” pays 3 to 1."),
    ("zh", "「乙」按雙倍賠彩。", "「乙」按一賠二賠彩。"),
    ("en", "“a” with “b” chooses to “c” or to “d”.", "“a” with “b” chooses to “c” or “d”."),
    ("pt", "«a» com «b» opta por «c» ou por «d».", "«a» com «b» opta por «c» ou «d»."),
    ("en", "upon “c”: “b” loses, and the turn ends.", "upon “c”: “b” loses; the turn ends."),
    ("pt", "ao optar por «c»: «b» perde, e termina a vez.", "ao optar por «c»: «b» perde; termina a vez."),
    ("zh", "一經「丙」：「乙」輸，該方完結。", "一經「丙」：「乙」輸；該方完結。"),
    ("en", "“r”, from high to low: 3, 2, and 1.", "“r”, from high to low: 3, 2 and 1."),
    ("en", "“r”, from high to low: “c”, “d”, and “e”.", "“r”, from high to low: “c”, “d” and “e”."),
    ("en", "the total of “a” is 2, 3, or 12", "the total of “a” is 2, 3 or 12"),
    ("en", "“a” shows “c”, “d”, or “e”", "“a” shows “c”, “d” or “e”"),
    ("en", "“a” count 1, 2, or 3.", "“a” count 1, 2 or 3."),
    ("en", "“a” burns three “c”.", "burn a number of “c” equal to three."),
    ("en", "“p” becomes the value of “p” plus 1.", "“p” becomes the sum of the value of “p” and 1."),
    ("en", "the hand of “a” ties with the hand of “d”", "the hand of “a” is equal to the hand of “d”"),
    ("en", "“b” receives all of “m”.", "“b” receives the whole of “m”."),
    ("pt", "o total de «a» é 2, 3, ou 12", "o total de «a» é 2, 3 ou 12"),
    ("pt", "«r», do maior para o menor: 3, 2 e 1.", "«r», por ordem decrescente: 3, 2 e 1."),
    ("pt", "«a» queima três «c».", "inutiliza-se um número de «c» igual a três."),
    ("pt", "o total de «a» mais 1 é 7", "a soma do total de «a» com 1 é 7"),
    ("pt", "«p» passa a ser o total de «a».", "«p» passa a ser igual ao total de «a»."),
    ("zh", "「階」由大至小：3、2、及1。", "「階」由大至小：3、2及1。"),
    ("zh", "如「甲」合計為2、3，或12，則「乙」輸。", "如「甲」合計為2、3或12，則「乙」輸。"),
    ("zh", "「甲」銷3張「丙」。", "銷去3張「丙」。"),
    ("zh", "如「甲」合計加1為7，則「乙」輸。", "如「甲」合計與1之和為7，則「乙」輸。"),
    ("en", "the round is not void.", "the round stands."),
    ("en", "the round continues.", "the round stands."),
    ("en", "no “d” has been dealt", "it is not so that a “d” has been dealt"),
    ("en", "“a” has no bet", "it is not so that “a” has a bet"),
    ("en", "“a” is entitled to “b”.", "“a” may “b”."),
    ("en", "“a” is obliged to “b”.", "“a” must “b”."),
    ("en", "“a” is forbidden to “b”.", "“a” must not “b”."),
    ("en", "“a” does not show 6", "it is not so that “a” shows 6"),
    ("en", "“a” shows neither 5 nor 6", "it is not so that “a” shows 5 or 6"),
    ("en", "if “a” shows 6, “b” loses.", "if “a” shows 6, then “b” loses."),
    ("en", "the total of the first card of “a” is 2", "the total of the first 1 of “a” is 2"),
    ("en", "“b” wins three quarters.", "“b” wins 3/4."),
    ("en", "“b” loses a third.", "“b” loses 1/3."),
    ("en", "stakes on “b” must be at least 5.", "the stake of “b” must be at least 5."),
    ("en", "the minimum stake of “b” is 5.", "the stake of “b” must be at least 5."),
    ("en", "the maximum stake on “b” is 5.", "the stake of “b” must be at most 5."),
    ("en", "the stake of “b” must be at least 5 and at most 9.", "the stake of “b” must be from 5 through 9."),
    ("en", "when “a” occurs, then the round stands.", "when “a” happens, then the round stands."),
    ("pt", "o total de «a» é maior do que 2", "o total de «a» é superior a 2"),
    ("pt", "o total de «a» é igual ou superior a 2", "o total de «a» é superior a 1"),
    ("pt", "o total de «a» for 2", "o total de «a» é 2"),
    ("pt", "o total de «a» não é 2", "não se verifica que o total de «a» é 2"),
    ("pt", "«b» perde se o total de «a» é 2.", "quando o total de «a» é 2, então «b» perde."),
    ("pt", "se o total de «a» é 2, «b» perde.", "se o total de «a» é 2, então «b» perde."),
    ("pt", "a categoria da mão de «a» é «c»", "a mão de «a» é «c»"),
    ("pt", "a mão de «a» é melhor do que a mão de «d»", "a mão de «a» é superior à mão de «d»"),
    ("pt", "o total de «a» é menor que o total de «d»", "o total de «a» é inferior ao total de «d»"),
    ("pt", "«b» é paga 2,5 por 1.", "«b» é paga 5 por 2."),
    ("pt", "caso contrário, «b» perde.", "nos restantes casos, «b» perde."),
    ("pt", "«b» é paga 2 para 1.", "«b» é paga 2 por 1."),
    ("pt", "o «a» lança «b».", "«a» lança «b»."),
    ("pt", "a jogada é inválida.", "a jogada é inválida e as apostas são nulas."),
    ("pt", "a jogada considera-se nula.", "a jogada é inválida e as apostas são nulas."),
    ("pt", "a mão de «a» é nula.", "é nula a mão de «a»."),
    ("pt", "o total de «a» é superior ao de «c»", "o total de «a» é superior ao total de «c»"),
    ("pt", "a mão de «a» é igual à de «c»", "a mão de «a» é igual à mão de «c»"),
    ("pt", "opção da casa «x»: de 1 a 5; por omissão 2.", "opção da casa «x»: 1 a 5; por omissão 2."),
    ("pt", "opção da casa «x»: entre 1 e 5.", "opção da casa «x»: 1 a 5."),
    (
        "pt",
        "«b» é uma aposta que indica um número entre 2 e 9.",
        "«b» é uma aposta que indica um número de 2 a 9.",
    ),
    ("pt", "o valor de «b» deve estar compreendido entre 5 e 90.", "o valor de «b» deve ser de 5 a 90."),
    ("pt", "o valor de «b» deve ser 5 a 90.", "o valor de «b» deve ser de 5 a 90."),
    ("pt", "a jogada não é nula.", "a jogada mantém-se válida."),
    ("pt", "a jogada continua.", "a jogada mantém-se válida."),
    ("pt", "não foi distribuída nenhuma «carta»", "não se verifica que já foi distribuída alguma «carta»"),
    ("pt", "nem todas as apostas estão decididas", "não se verifica que todas as apostas estão decididas"),
    ("pt", "«a» tem direito a «b».", "«a» pode «b»."),
    ("pt", "«a» está obrigado a «b».", "«a» deve «b»."),
    ("pt", "«a» deve abster-se de «b».", "«a» não pode «b»."),
    ("pt", "«b» fica anulada.", "«b» é nula."),
    ("pt", "«a» e «b» são anuladas.", "«a» e «b» são nulas."),
    ("pt", "«b» é reembolsada.", "«b» é devolvida."),
    ("pt", "«a» e «b» são restituídas.", "«a» e «b» são devolvidas."),
    ("pt", "«a» não mostra nem 5 nem 6", "não se verifica que «a» mostra 5 ou 6"),
    ("pt", "se «a» mostra 6, «b» perde.", "se «a» mostra 6, então «b» perde."),
    ("pt", "o total da primeira carta de «a» é 2", "o total das primeiras 1 de «a» é 2"),
    ("pt", "«b» ganha três quartos.", "«b» ganha 3/4."),
    ("pt", "«b» perde dois terços.", "«b» perde 2/3."),
    ("pt", "o valor mínimo de «b» é de 5.", "o valor de «b» não pode ser inferior a 5."),
    ("pt", "o valor máximo de «b» é 5.", "o valor de «b» não pode ser superior a 5."),
    ("pt", "o valor de «b» não pode ser inferior a 5 nem superior a 9.", "o valor de «b» deve ser de 5 a 9."),
    ("pt", "o total de «a» é de 2", "o total de «a» é 2"),
    ("pt", "sobre o ganho de «b» cobra-se uma comissão de 5%.", "sobre o ganho de «b» cobra-se 5% de comissão."),
    ("pt", "em todos os outros casos, «b» perde.", "nos restantes casos, «b» perde."),
    ("zh", "如「甲」合計多於2，則「乙」輸。", "如「甲」合計大於2，則「乙」輸。"),
    ("zh", "如「甲」合計少於2，則「乙」輸。", "如「甲」合計小於2，則「乙」輸。"),
    ("zh", "如「甲」合計不少於2，則「乙」輸。", "如「甲」合計大於1，則「乙」輸。"),
    ("zh", "如「甲」持牌之類別為「丁」，則「乙」輸。", "如「甲」持牌屬「丁」，則「乙」輸。"),
    ("zh", "如「甲」持牌優於「丙」持牌，則「乙」輸。", "如「甲」持牌大於「丙」持牌，則「乙」輸。"),
    ("zh", "如「甲」持牌與「丙」持牌相同，則「乙」輸。", "如「甲」持牌等於「丙」持牌，則「乙」輸。"),
    ("zh", "如「甲」之點數大於2，則「乙」輸。", "如「甲」合計大於2，則「乙」輸。"),
    ("zh", "「乙」按一賠一點五賠彩。", "「乙」按2賠3賠彩。"),
    ("zh", "「乙」按一賠零點五賠彩。", "「乙」按2賠1賠彩。"),
    ("zh", "「乙」以一賠二賠彩。", "「乙」按一賠二賠彩。"),
    ("zh", "如「甲」合計不為2，則「乙」輸。", "如非「甲」合計為2，則「乙」輸。"),
    ("zh", "如「甲」合計為2，「乙」輸。", "如「甲」合計為2，則「乙」輸。"),
    ("zh", "如「甲」合計為2時，「乙」輸。", "如「甲」合計為2，則「乙」輸。"),
    ("zh", "「乙」輸，如「甲」合計為2。", "如「甲」合計為2，則「乙」輸。"),
    ("zh", "否則，「乙」輸。", "其餘情況，「乙」輸。"),
    ("zh", "「甲」不可以「乙」。", "「甲」不得「乙」。"),
    ("zh", "該局無效。", "該局無效，投注作廢。"),
    ("zh", "「乙」無效。", "「乙」作廢。"),
    ("zh", "如「甲」合計大於「丙」，則「乙」輸。", "如「甲」合計大於「丙」合計，則「乙」輸。"),
    ("zh", "如「甲」與「丙」持牌相同，則「乙」輸。", "如「甲」持牌等於「丙」持牌，則「乙」輸。"),
    ("zh", "「乙」輸半數。", "「乙」輸一半。"),
    ("zh", "場方選項「丙」：由1至5；預設2。", "場方選項「丙」：1至5；預設2。"),
    ("zh", "場方選項「丙」：1到5。", "場方選項「丙」：1至5。"),
    ("zh", "投注於「乙」之金額須在5至90之間。", "投注於「乙」之金額須由5至90。"),
    ("zh", "如「甲」合計由4至9，則「乙」輸。", "如「甲」合計為4至9，則「乙」輸。"),
    ("zh", "該局不作廢。", "該局維持有效。"),
    ("zh", "該局繼續。", "該局維持有效。"),
    ("zh", "如「甲」無投注，則本局結束。", "如非「甲」有投注，則本局結束。"),
    ("zh", "如「甲」沒有開出6，則「乙」輸。", "如非「甲」開出6，則「乙」輸。"),
    ("zh", "「甲」有權「乙」。", "「甲」可「乙」。"),
    ("zh", "「甲」得「乙」。", "「甲」可「乙」。"),
    ("zh", "「甲」無權「乙」。", "「甲」不得「乙」。"),
    ("zh", "「乙」發還。", "「乙」退還。"),
    ("zh", "如「甲」開出6或「丙」開出5，則「乙」輸。", "如「甲」開出6，或「丙」開出5，則「乙」輸。"),
    ("zh", "如「甲」開出6及「丙」開出5，則「乙」輸。", "如「甲」開出6，且「丙」開出5，則「乙」輸。"),
    ("zh", "如「甲」開出6，「乙」輸。", "如「甲」開出6，則「乙」輸。"),
    ("zh", "如「甲」首張合計為2，則「乙」輸。", "如「甲」首1張合計為2，則「乙」輸。"),
    ("zh", "如「甲」合計為雙，則「乙」輸。", "如「甲」合計為雙數，則「乙」輸。"),
    ("zh", "如「甲」擲得6，則「乙」輸。", "如「甲」開出6，則「乙」輸。"),
    ("zh", "「乙」之注額不得少於5。", "投注於「乙」之金額不得少於5。"),
    ("zh", "「乙」之最低注額為5。", "投注於「乙」之金額不得少於5。"),
    ("zh", "「乙」之最高注額為5。", "投注於「乙」之金額不得多於5。"),
    ("zh", "投注於「乙」之金額須為5至9。", "投注於「乙」之金額須由5至9。"),
    ("zh", "如「甲」已選擇「丙」，則「乙」輸。", "如「甲」已「丙」，則「乙」輸。"),
    ("en", "“b” wins.", "“b” pays 1 to 1."),
    ("en", "“b” wins even money.", "“b” pays 1 to 1."),
    ("en", "“b” pays 3 times its stake.", "“b” pays 3 to 1."),
    ("en", "“a” wins 3 times the stake of “b”.", "“b” pays 3 to 1."),
    ("en", "pay “b” 3 to 1.", "“b” pays 3 to 1."),
    ("en", "“b” loses its stake.", "“b” loses."),
    ("en", "“b” pushes.", "“b” is returned."),
    ("en", "the stake of “b” is returned.", "“b” is returned."),
    (
        "en",
        "a commission of 2.5% is taken from the winnings of “b”.",
        "from the winnings of “b” a commission of 2.5% is taken.",
    ),
    (
        "en",
        "deal two “c” to each “a”, face down.",
        "deal to each “a”, two “c” at a time, face down, until each has two.",
    ),
    ("en", "deal one “c” to “a”.", "deal to “a”, one “c” at a time, face up, until each has one."),
    ("en", "deal to each “a” 3 “c” face up.", "deal to each “a”, 3 “c” at a time, face up, until each has 3."),
    ("en", "each “a” receives two “c”.", "deal to each “a”, two “c” at a time, face up, until each has two."),
    (
        "en",
        "deal to each “a”, and then to “b”, one “c” at a time, face up, until each has two.",
        "deal to each “a”, and then “b”, one “c” at a time, face up, until each has two.",
    ),
    ("en", "upon “b”: “a” takes one “c”.", "upon “b”: takes one “c”."),
    ("en", "burn 2 “c”.", "burn a number of “c” equal to 2."),
    ("en", "reveal the hand of “a”.", "turn up the hand of “a”."),
    ("en", "“a” throws two “c”.", "“a” throws “c”."),
    ("en", "“a” shows 6 twice", "the number of times that “a” shows 6 is 2"),
    ("en", "“a” shows two 6", "the number of times that “a” shows 6 is two"),
    ("en", "both “a” and “d” show 6", "(“a” shows 6, and “d” shows 6)"),
    ("en", "“a” has placed “b”", "“a” has a bet on “b”"),
    ("en", "“a” has a “c”", "the hand of “a” is “c”"),
    ("en", "“a” has 5 “c”", "the number of “c” of “a” is 5"),
    ("en", "the total of “a” is over 21", "the total of “a” is higher than 21"),
    ("en", "the total of “a” is under 7", "the total of “a” is lower than 7"),
    (
        "en",
        "the difference of the total of “a” and the total of “c” is 2",
        "the difference between the total of “a” and the total of “c” is 2",
    ),
    (
        "en",
        "the total of “a” plus the total of “c” is 2",
        "the sum of the total of “a” and the total of “c” is 2",
    ),
    (
        "en",
        "the hand of “a” is higher than or equal to the hand of “c”",
        "it is not so that the hand of “a” is lower than the hand of “c”",
    ),
    (
        "en",
        "the total of “a” is lower than or equal to the total of “c”",
        "it is not so that the total of “a” is higher than the total of “c”",
    ),
    ("en", "“a” shows the named “c”", "“a” shows the “c” named"),
    ("en", "“b” is a bet that names two different “c”.", "“b” is a bet that names two “c”."),
    (
        "en",
        "“b” is a number from 1 through 6 kept during the round.",
        "“b” is a number kept during the round: 1 through 6.",
    ),
    ("en", "“a”, from low to high: 1, 2, “b” and “c”.", "“a”, from high to low: “c”, “b”, 2 and 1."),
    ("en", "bets are closed.", "no effect on the machine: bets are closed."),
    ("pt", "«b» ganha.", "«b» é paga 1 por 1."),
    ("pt", "«b» paga o dobro.", "«b» é paga 2 por 1."),
    ("pt", "«b» ganha 3 vezes a aposta.", "«b» é paga 3 por 1."),
    ("pt", "«b» perde a aposta.", "«b» perde."),
    ("pt", "«b» é devolvida ao jogador.", "«b» é devolvida."),
    ("pt", "cobra-se uma comissão de 5% sobre os ganhos de «b».", "sobre o ganho de «b» cobra-se 5% de comissão."),
    ("pt", "dos ganhos de «b» deduz-se uma comissão de 5%.", "sobre o ganho de «b» cobra-se 5% de comissão."),
    (
        "pt",
        "distribuem-se duas «c» a cada «a».",
        "faz-se a distribuição a cada «a», duas «c» de cada vez, com a face para cima, até cada um ter duas.",
    ),
    (
        "pt",
        "«a» recebe uma «c».",
        "faz-se a distribuição a «a», uma «c» de cada vez, com a face para cima, até cada um ter uma.",
    ),
    ("pt", "ao optar por «b»: «a» tira uma «c».", "ao optar por «b»: tira uma «c»."),
    ("pt", "ao escolher «b»: tira uma «c».", "ao optar por «b»: tira uma «c»."),
    ("pt", "«a» roda «c».", "«a» lança «c»."),
    ("pt", "«a» lança três «c».", "«a» lança «c»."),
    ("pt", "«a» mostra 6 duas vezes", "o número de vezes que «a» mostra 6 é 2"),
    ("pt", "«a» mostra dois 6", "o número de vezes que «a» mostra 6 é dois"),
    ("pt", "«a» tem um «c»", "a mão de «a» é «c»"),
    ("pt", "a mão de «a» é um «c»", "a mão de «a» é «c»"),
    ("pt", "a mão de «a» ganha à mão de «c»", "a mão de «a» é superior à mão de «c»"),
    ("pt", "a mão de «a» empata com a mão de «c»", "a mão de «a» é igual à mão de «c»"),
    ("pt", "caso o total de «a» seja 7, «b» perde.", "quando o total de «a» é 7, então «b» perde."),
    ("pt", "senão, «b» perde.", "nos restantes casos, «b» perde."),
    ("pt", "todas as apostas estiverem decididas", "todas as apostas estão decididas"),
    ("pt", "a aposta mínima em «b» é 5.", "o valor de «b» não pode ser inferior a 5."),
    ("pt", "a aposta máxima em «b» é de 5.", "o valor de «b» não pode ser superior a 5."),
    ("pt", "a jogada acaba.", "a jogada termina."),
    ("pt", "«a», por ordem crescente: 1, 2 e «b».", "«a», por ordem decrescente: «b», 2 e 1."),
    ("pt", "encerram-se as apostas.", "sem efeito na máquina: encerram-se as apostas."),
    ("zh", "「乙」贏。", "「乙」按1賠1賠彩。"),
    ("zh", "「乙」賠雙倍。", "「乙」按1賠2賠彩。"),
    ("zh", "退還「乙」。", "「乙」退還。"),
    ("zh", "「乙」抽佣5%。", "從「乙」彩金抽取5%佣金。"),
    ("zh", "抽取「乙」彩金之5%作佣金。", "從「乙」彩金抽取5%佣金。"),
    ("zh", "派2張「丙」予每一「甲」。", "派予每一「甲」，每次2張「丙」，牌面向上，直至各有2張。"),
    ("zh", "向「甲」派一張「丙」。", "派予「甲」，每次一張「丙」，牌面向上，直至各有一張。"),
    ("zh", "「甲」得一張「丙」。", "派予「甲」，每次一張「丙」，牌面向上，直至各有一張。"),
    ("zh", "一經「乙」：「甲」增一張「丙」。", "一經「乙」：增一張「丙」。"),
    ("zh", "「甲」搖「丙」。", "「甲」擲「丙」。"),
    ("zh", "「甲」擲兩枚「丙」。", "「甲」擲「丙」。"),
    ("zh", "如「甲」開出兩個6，則「乙」輸。", "如「甲」開出6之數為兩，則「乙」輸。"),
    ("zh", "如「甲」持有「丙」，則「乙」輸。", "如「甲」持牌屬「丙」，則「乙」輸。"),
    ("zh", "「乙」最低注額為5。", "投注於「乙」之金額不得少於5。"),
    ("zh", "「乙」最高注額為5。", "投注於「乙」之金額不得多於5。"),
    ("zh", "設「甲」一名。", "設一名「甲」。"),
    ("zh", "「甲」由小至大：1、2及「乙」。", "「甲」由大至小：「乙」、2及1。"),
    ("zh", "停止下注。", "不影響程式運作：停止下注。"),
    (
        "en",
        "five are of the same “a” and follow one another in “c”",
        "five are of the same “a”, and five follow one another in “c”",
    ),
    (
        "en",
        "the hand of “a” is such that three are of the same “c” and two are of the same “c”",
        "the hand of “a” is such that three are of the same “c” and two others of another",
    ),
    ("en", "exactly two are of the same “c”", "two are of the same “c”"),
    ("en", "no two are of the same “c”", "each is of a different “c”"),
    ("en", "five consecutive “c”", "five follow one another in “c”"),
    ("en", "this provision prevails over article 1.", "prevails over article 1."),
    (
        "en",
        "“a” must “b” until the total of “a” is 17.",
        "“a” repeatedly follows the rules on “b”, until the total of “a” is 17.",
    ),
    (
        "en",
        "“a” may “b” only when the total of “a” is 9.",
        "when it is not so that the total of “a” is 9, then “a” must not “b”.",
    ),
    ("en", "upon “b”: “a” is doubled.", "upon “b”: the stake of “a” is doubled."),
    (
        "en",
        "upon “b”: puts an amount equal to the stake of “a” on “c”.",
        "upon “b”: an amount equal to the stake of “a” is put on “c”.",
    ),
    (
        "en",
        "upon “b”: an amount equal to twice the stake of “a” is put on “c”.",
        "upon “b”: an amount equal to 2 times the stake of “a” is put on “c”.",
    ),
    ("en", "upon “b”: “a” loses half of “c”.", "upon “b”: “c” loses half."),
    ("en", "upon “b”: “a” loses “c”.", "upon “b”: “c” loses."),
    ("en", "each “a” counts 1.", "“a” counts 1."),
    ("en", "“a” counts as 10.", "“a” counts 10."),
    ("en", "“a” is worth 10.", "“a” counts 10."),
    ("en", "all other “a” count their face value.", "every other “a” counts its face value."),
    ("en", "any number of “a” may bet.", "“a” bets."),
    (
        "pt",
        "a mão de «a» é tal que cinco são do mesmo «c» e seguidas em «d»",
        "a mão de «a» é tal que cinco são do mesmo «c», e cinco são seguidas em «d»",
    ),
    ("pt", "exactamente duas são do mesmo «c»", "duas são do mesmo «c»"),
    (
        "pt",
        "«a» deve «b» até que o total de «a» é 17.",
        "«a» cumpre repetidamente as regras de «b», até que o total de «a» é 17.",
    ),
    ("pt", "ao optar por «b»: «a» é duplicada.", "ao optar por «b»: duplica o valor de «a»."),
    ("pt", "ao optar por «b»: «a» perde metade de «c».", "ao optar por «b»: «c» perde metade."),
    ("pt", "«a» perde «c».", "«c» perde."),
    (
        "pt",
        "ao optar por «b»: é posta em «c» quantia igual ao dobro do valor de «a».",
        "ao optar por «b»: é posta em «c» quantia igual a 2 vezes o valor de «a».",
    ),
    ("pt", "«a» conta 10.", "«a» vale 10."),
    ("pt", "todas as outras «a» valem o seu valor facial.", "as outras «a» valem o seu valor facial."),
    ("zh", "如「甲」所擲各不相同「丙」，則「乙」輸。", "如「甲」所擲「丙」各不相同，則「乙」輸。"),
    ("zh", "如「甲」所擲全屬相同「丙」，則「乙」輸。", "如「甲」所擲「丙」全部相同，則「乙」輸。"),
    ("zh", "如「甲」所擲3枚相同「丙」，則「乙」輸。", "如「甲」所擲3張「丙」相同，則「乙」輸。"),
    ("zh", "一經「乙」：「甲」加倍。", "一經「乙」：「甲」之注額加倍。"),
    ("zh", "「甲」輸「丙」。", "「丙」輸。"),
    ("zh", "「甲」計10點。", "「甲」作10點。"),
    (
        "zh",
        "一經「乙」：以相等於兩倍「甲」之注額之金額投注於「丙」。",
        "一經「乙」：以相等於「甲」之注額2倍之金額投注於「丙」。",
    ),
    ("en", "notwithstanding article 1, paragraph 3, “b” loses.", "“b” loses. prevails over article 1, paragraph 3."),
    (
        "en",
        "repeat article 1 while the total of “a” is 2.",
        "repeat article 1 until it is not so that (the total of “a” is 2).",
    ),
    (
        "en",
        "“a” with “b” repeatedly chooses to “c” or “d” while the total of “a” is 2.",
        "“a” with “b” repeatedly chooses to “c” or “d”, until it is not so that (the total of “a” is 2).",
    ),
    (
        "en",
        "“a” with “b” repeatedly chooses to “c” or “d”, while the total of “a” is 2.",
        "“a” with “b” repeatedly chooses to “c” or “d”, until it is not so that (the total of “a” is 2).",
    ),
    ("en", "the stake of “b” shall not exceed 5.", "the stake of “b” must be at most 5."),
    ("en", "the stake of “b” must not be less than 5.", "the stake of “b” must be at least 5."),
    (
        "en",
        "the stake of “b” must be no more than half of the stake of “a”.",
        "the stake of “b” must be at most half of the stake of “a”.",
    ),
    (
        "en",
        "“b” loses, except when the total of “a” is 2.",
        "when it is not so that (the total of “a” is 2), then “b” loses.",
    ),
    ("en", "“b” is carried over to the next round.", "“b” stays for the next round."),
    (
        "en",
        "a commission of 5% is charged on the winnings of “b”.",
        "from the winnings of “b” a commission of 5% is taken.",
    ),
    ("en", "“a” shows a 6", "“a” shows 6"),
    (
        "pt",
        "não obstante o disposto no artigo 1.º, n.º 3, «b» perde.",
        "«b» perde. prevalece sobre o artigo 1.º, n.º 3.",
    ),
    (
        "pt",
        "repete-se o artigo 1.º enquanto o total de «a» é 2.",
        "repete-se o artigo 1.º até se verificar que não se verifica que (o total de «a» é 2).",
    ),
    (
        "pt",
        "«a» com «b» opta repetidamente por «c» ou «d» enquanto o total de «a» é 2.",
        "«a» com «b» opta repetidamente por «c» ou «d», até se verificar que não se verifica que (o total de «a» é 2).",
    ),
    ("pt", "o valor de «b» não pode exceder 5.", "o valor de «b» não pode ser superior a 5."),
    ("pt", "o valor mínimo da «b» é 5.", "o valor de «b» não pode ser inferior a 5."),
    ("pt", "é cobrada uma comissão de 5% sobre os ganhos de «b».", "sobre o ganho de «b» cobra-se 5% de comissão."),
    (
        "pt",
        "«b» perde, excepto quando o total de «a» é 2.",
        "quando não se verifica que (o total de «a» é 2), então «b» perde.",
    ),
    (
        "pt",
        "o total de «a» for igual ou superior ao total de «d»",
        "não se verifica que o total de «a» é inferior ao total de «d»",
    ),
    (
        "pt",
        "o total de «a» é igual ou superior ao total de «d»",
        "não se verifica que o total de «a» é inferior ao total de «d»",
    ),
    ("pt", "o total de «a» é menor ou igual a 5", "o total de «a» é inferior a 6"),
    ("pt", "«b» perde metade do valor apostado.", "«b» perde metade."),
    ("pt", "o presente número prevalece sobre o artigo 1.º.", "prevalece sobre o artigo 1.º."),
    ("zh", "本款優先於第一條第三款。", "優先於第一條第三款。"),
    ("zh", "雖有第一條第三款之規定，「乙」輸。", "「乙」輸。優先於第一條第三款。"),
    ("zh", "「乙」之注額不得超過5。", "投注於「乙」之金額不得多於5。"),
    ("zh", "「乙」之注額下限為5。", "投注於「乙」之金額不得少於5。"),
    ("zh", "「乙」輸，但「甲」開出6者除外。", "如非(「甲」開出6)，則「乙」輸。"),
    ("zh", "除「甲」開出6外，「乙」輸。", "如非(「甲」開出6)，則「乙」輸。"),
    ("zh", "「甲」開出6者，「乙」輸。", "如「甲」開出6，則「乙」輸。"),
    ("zh", "凡「甲」開出6，「乙」輸。", "如「甲」開出6，則「乙」輸。"),
    ("zh", "「乙」及「丙」均輸。", "「乙」及「丙」輸。"),
    ("zh", "「乙」沒收。", "「乙」輸。"),
    ("zh", "重複第一條，直至「甲」開出6為止。", "重複第一條，直至「甲」開出6。"),
    ("zh", "「乙」輸1/4。", "「乙」輸4分之1。"),
    ("zh", "從「乙」彩金抽取1/20佣金。", "從「乙」彩金抽取20分之1佣金。"),
    ("zh", "「乙」輸兩成。", "「乙」輸十分之兩。"),
    ("en", "“a” shows at least two “c”", "the number of times that “a” shows “c” is higher than 1"),
    ("en", "“a” holds two “c”", "the number of times that “a” shows “c” is two"),
    ("en", "“a” holds a “c”", "“a” shows “c”"),
    ("en", "the hand of “a” contains a “c”", "“a” shows “c”"),
    ("en", "“a” shows no “c”", "it is not so that “a” shows “c”"),
    ("en", "all cards of “a” are of the same “c”", "the hand of “a” is such that all are of the same “c”"),
    ("en", "both “d” of “a” are of the same “c”", "the hand of “a” is such that all are of the same “c”"),
    ("en", "two “d” of “a” are of the same “c”", "the hand of “a” is such that two are of the same “c”"),
    ("en", "“a” and “d” tie", "the hand of “a” is equal to the hand of “d”"),
    ("en", "the totals of “a” and “d” differ", "it is not so that the total of “a” is equal to the total of “d”"),
    ("en", "the total of “a” and “d” is 9", "the sum of the total of “a” and the total of “d” is 9"),
    ("en", "the sum of the totals of “a” and “d” is 9", "the sum of the total of “a” and the total of “d” is 9"),
    ("en", "“c” becomes twice the total of “a”.", "“c” becomes the sum of the total of “a” and the total of “a”."),
    ("en", "the total of “a” is neither 4 nor 5", "it is not so that the total of “a” is 4 or 5"),
    ("en", "either “a” or “d” shows “c”", "(“a” shows “c”, or “d” shows “c”)"),
    ("en", "“c” increases by 1.", "“c” becomes the sum of the value of “c” and 1."),
    ("en", "“a” turns up the hand.", "turn up the hand of “a”."),
    ("en", "“a” throws “c” again.", "“a” throws “c”."),
    ("en", "the house takes 5% of the winnings of “b”.", "from the winnings of “b” a commission of 5% is taken."),
    ("en", "“b” pays 1 to 1 less 5%.", "“b” pays 1 to 1. from the winnings of “b” a commission of 5% is taken."),
    ("en", "each “a” chooses to “c” or “d”.", "“a” with “…” chooses to “c” or “d”."),
    (
        "en",
        "“a” repeatedly chooses to “c” or “d”, until “a” is “e”.",
        "“a” with “…” repeatedly chooses to “c” or “d”, until “a” is “e”.",
    ),
    (
        "en",
        "“b” may only be placed with “c”.",
        "when it is not so that “…” has a bet on “c”, then “…” must not “…” on “b”.",
    ),
    ("en", "“b” wins twice its stake.", "“b” pays 2 to 1."),
    ("en", "the betting is closed.", "no effect on the machine: the betting is closed."),
    (
        "en",
        "repeat article 2 as long as the total of “a” is 7.",
        "repeat article 2 until it is not so that (the total of “a” is 7).",
    ),
    ("pt", "«a» mostra pelo menos duas «c»", "o número de vezes que «a» mostra «c» é superior a 1"),
    ("pt", "«a» tem dois «c»", "o número de vezes que «a» mostra «c» é dois"),
    ("pt", "todas as cartas de «a» são do mesmo «c»", "a mão de «a» é tal que todas são do mesmo «c»"),
    ("pt", "duas cartas de «a» são do mesmo «c»", "a mão de «a» é tal que duas são do mesmo «c»"),
    ("pt", "o total de «a» não for 7", "não se verifica que o total de «a» é 7"),
    ("pt", "sempre que «a» é «c», então «b» perde.", "quando «a» é «c», então «b» perde."),
    (
        "pt",
        "salvo se o total de «a» for 7, «b» perde.",
        "quando não se verifica que (o total de «a» é 7), então «b» perde.",
    ),
    (
        "pt",
        "repete-se o artigo 2.º enquanto o total de «a» for 7.",
        "repete-se o artigo 2.º até se verificar que não se verifica que (o total de «a» é 7).",
    ),
    (
        "pt",
        "repete-se o artigo 2.º até o total de «a» ser 7.",
        "repete-se o artigo 2.º até se verificar que o total de «a» é 7.",
    ),
    ("pt", "«a» lança novamente «c».", "«a» lança «c»."),
    ("pt", "«b» recebe o «c».", "«b» recebe a totalidade de «c»."),
    ("pt", "«c» aumenta 1.", "«c» passa a ser igual à soma do número guardado em «c» com 1."),
    ("pt", "5% do valor de «b» reverte para «c».", "«c» é acrescido de quantia igual a 5% do valor de «b»."),
    (
        "pt",
        "«a» distribui duas «c» a cada «d».",
        "faz-se a distribuição a cada «d», duas «c» de cada vez, com a face para cima, até cada um ter duas.",
    ),
    ("pt", "«a» vira a mão.", "abre-se a mão de «a»."),
    ("pt", "«b» é paga na proporção de 3:2.", "«b» é paga na proporção de 3 para 2."),
    ("pt", "«a» e «d» empatam", "a mão de «a» é igual à mão de «d»"),
    ("pt", "cada «a» opta por «c» ou «d».", "«a» com «…» opta por «c» ou «d»."),
    ("pt", "«b» ganha o triplo.", "«b» é paga 3 por 1."),
    ("pt", "a soma dos totais de «a» e «d» é 9", "a soma do total de «a» com o total de «d» é 9"),
    ("zh", "如「甲」合計達7點，則「乙」輸。", "如「甲」合計大於6，則「乙」輸。"),
    ("zh", "如「甲」合計為7點以上，則「乙」輸。", "如「甲」合計大於6，則「乙」輸。"),
    ("zh", "如「甲」合計為4至6點，則「乙」輸。", "如「甲」合計為4至6，則「乙」輸。"),
    ("zh", "如「甲」持牌勝「丁」持牌，則「乙」輸。", "如「甲」持牌大於「丁」持牌，則「乙」輸。"),
    ("zh", "如「甲」有至少兩張「丙」，則「乙」輸。", "如「甲」開出「丙」之數大於1，則「乙」輸。"),
    ("zh", "如「甲」有兩張「丙」，則「乙」輸。", "如「甲」開出「丙」之數為兩，則「乙」輸。"),
    ("zh", "如「甲」與「丁」打和，則「乙」退還。", "如「甲」持牌等於「丁」持牌，則「乙」退還。"),
    ("zh", "如「甲」與「丁」合計之和為9，則「乙」輸。", "如「甲」合計與「丁」合計之和為9，則「乙」輸。"),
    ("zh", "如「甲」持牌「丙」全部相同，則「乙」輸。", "如「甲」持牌中「丙」全部相同，則「乙」輸。"),
    ("zh", "如「甲」兩張牌「丙」相同，則「乙」輸。", "如「甲」持牌中兩張「丙」相同，則「乙」輸。"),
    ("zh", "如「甲」持牌中兩張同「丙」，則「乙」輸。", "如「甲」持牌中兩張「丙」相同，則「乙」輸。"),
    ("zh", "「乙」贏兩倍。", "「乙」按一賠二賠彩。"),
    ("zh", "「甲」再擲「丙」。", "「甲」擲「丙」。"),
    ("zh", "「丙」加1。", "「丙」定為「丙」所記之數與1之和。"),
    ("zh", "「乙」最低為5。", "投注於「乙」之金額不得少於5。"),
    ("zh", "「甲」掀牌。", "掀開「甲」持牌。"),
    ("zh", "除非「甲」合計為7，否則「乙」輸。", "如非(「甲」合計為7)，則「乙」輸。"),
    ("zh", "「乙」獲「丙」。", "「乙」另獲發「丙」之全數。"),
    ("zh", "每一「甲」選擇「丙」或「丁」。", "有「…」之「甲」選擇「丙」或「丁」。"),
    (
        "zh",
        "「甲」向每一「丁」派發2張「丙」，牌面向下。",
        "派予每一「丁」，每次2張「丙」，牌面向下，直至各有2張。",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("language", "written", "meant"), WORDED, ids=[written for _, written, _ in WORDED])
def test_what_stands_instead_of_a_wording_is_what_was_meant(language: str, written: str, meant: str) -> None:
    if not written.endswith((".", "。")):
        written, meant = (WHEN[language].format(condition) for condition in (written, meant))
    _, (problem,) = build(Source("1", language, f"{written}\n"))
    (hint,) = problem.hints
    assert hint.key in ("did-you-mean", "slip-article")
    span = problem.labels[0].span
    assert written[: span.start] + hint.args.get("word", "") + written[span.end :] == meant
    assert build(Source("1", language, f"{meant}\n"))[1] == []


@pytest.mark.parametrize(
    "written",
    # No number is lower than nothing, none is so long; and words that only begin as a wording are others.
    [
        "when the total of “a” is at least 0, then “b” loses.",
        f"when the total of “a” is at least {'9' * 5000}, then “b” loses.",
        "“b” pays even moneys.",
        "“a” rollsx “b”.",
    ],
)
def test_a_wording_that_would_not_be_read_is_not_offered(written: str) -> None:
    _, found = build(Source("1", "en", f"{written}\n"))
    words = [hint.args.get("word") for problem in found for hint in problem.hints]
    assert not {"is higher than -1", "1 to 1"} & {*words}


def test_a_wording_is_written_out_with_what_it_holds() -> None:
    text = "\nis 12 or more"
    assert list(reworded("en", text, 1, lambda a, b: text[a:b])) == [(len(text), "is higher than 11")]
    assert list(reworded("en", text, 4, lambda a, b: text[a:b])) == []


UNSAID = [
    ("en", "the stake of “b” must be a multiple of 5.", "a multiple", ""),
    ("en", "from the winnings of “b” a commission of 5%, rounded down, is taken.", ", rounded", ""),
    ("en", "upon “c”: the stake of “b” is tripled.", "is tripled", "-stake"),
    ("en", "“a” discards one “c”.", "discards", "-exchange"),
    ("en", "when “b” loses, then “c” loses.", "loses", "-result"),
    ("en", "when the stake of “b” is higher than 10, then “b” loses.", "stake of “b” is", "-height"),
    ("pt", "o valor de «b» deve ser múltiplo de 5.", "deve ser múltiplo", ""),
    ("pt", "sobre o ganho de «b» cobra-se 5% de comissão, com arredondamento.", ", com arredondamento", ""),
    ("pt", "ao optar por «c»: triplica o valor de «b».", "triplica", "-stake"),
    ("pt", "«a» troca uma «c».", "troca", "-exchange"),
    ("pt", "quando «b» perde, então «c» perde.", "perde", "-result"),
    ("pt", "quando o valor de «b» é superior a 10, então «b» perde.", "valor de «b» é", "-height"),
    ("zh", "投注於「乙」之金額須為10之倍數。", "之倍數", ""),
    ("zh", "從「乙」彩金抽取5%佣金，四捨五入。", "，四捨五入", ""),
    ("zh", "一經「丙」：「乙」之注額減半。", "減半", "-stake"),
    ("zh", "「甲」換一張「丙」。", "換一", "-exchange"),
    ("zh", "如「乙」輸，則「丙」輸。", "輸", "-result"),
    ("zh", "如「乙」之注額大於10，則「乙」輸。", "之注額大於", "-height"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "written", "marked", "of"), UNSAID, ids=[written for _, written, *_ in UNSAID])
def test_of_what_the_language_has_no_words_for_it_is_said_how_it_is_marked(
    language: str, written: str, marked: str, of: str
) -> None:
    _, (problem,) = build(Source("1", language, f"{written}\n"))
    assert [hint.key for hint in problem.hints] == [f"slip-unsaid{of}"]
    span = problem.labels[0].span
    assert written[span.start : span.end] == marked
    told = f"{problem.hints[0].args['sentence']} {written}"
    assert build(Source("1", language, f"{told}\n"))[1] == []


PREVAILING = [
    (
        "en",
        "article 4, paragraph 2 prevails over article 4, paragraph 3.",
        "article 4, paragraph 2",
        "prevails over article 4, paragraph 3",
    ),
    ("en", "article 4, item 2 shall prevail over article 3.", "article 4, item 2", "prevails over article 3"),
    ("pt", "o artigo 4.º, n.º 2 prevalece sobre o artigo 3.º.", "artigo 4.º, n.º 2", "prevalece sobre o artigo 3.º"),
    ("zh", "第四條第一款(二)項優先於第三條。", "第四條第一款(二)項", "優先於第三條"),
]


@pytest.mark.parametrize(("language", "written", "provision", "word"), PREVAILING)
def test_of_precedence_said_of_a_provision_it_is_said_where_it_stands(
    language: str, written: str, provision: str, word: str
) -> None:
    _, (problem,) = build(Source("1", language, f"{written}\n"))
    assert [*problem.hints] == [Hint("slip-prevails", {"word": word, "provision": provision})]
    assert build(Source("1", language, f"{word}{written[-1]}\n"))[1] == []


# What an amending instrument may say in other words, and what it then means; what is quoted stands below it.
QUOTED = {
    "en": "  > Article 9-A\n  >   no effect on the machine: x\n",
    "pt": "  > Artigo 9.º-A\n  >   sem efeito na máquina: x\n",
    "zh": "  > 第九條之一\n  >   不影響程式運作：甲\n",
}
AMENDING = [
    ("pt", "são revogados os artigos 3.º a 5.º.", "são revogados o artigo 3.º, o artigo 4.º e o artigo 5.º."),
    ("pt", "são revogados os artigos 3.º e 5.º.", "são revogados o artigo 3.º e o artigo 5.º."),
    ("pt", "são revogados os artigos 3.º, 5.º e 7.º.", "são revogados o artigo 3.º, o artigo 5.º e o artigo 7.º."),
    (
        "pt",
        "são revogadas as alíneas 1) e 2) do n.º 1 do artigo 4.º.",
        "são revogadas a alínea 1) do n.º 1 do artigo 4.º e a alínea 2) do n.º 1 do artigo 4.º.",
    ),
    (
        "pt",
        "são revogados os n.os 2 e 3 do artigo 4.º.",
        "são revogados o n.º 2 do artigo 4.º e o n.º 3 do artigo 4.º.",
    ),
    ("pt", "é eliminado o artigo 3.º.", "é revogado o artigo 3.º."),
    ("pt", "o n.º 2 do artigo 8.º passa a n.º 3.", "o n.º 2 do artigo 8.º passa a ser o n.º 3."),
    ("pt", "o actual n.º 2 do artigo 8.º passa a ser o n.º 3.", "o n.º 2 do artigo 8.º passa a ser o n.º 3."),
    ("pt", "o corpo do artigo 8.º passa a constituir o seu n.º 1.", "o artigo 8.º passa a ser o n.º 1 do artigo 8.º."),
    (
        "pt",
        "o presente despacho entra em vigor no dia seguinte ao da sua publicação.",
        "em vigor no dia seguinte ao da publicação.",
    ),
    (
        "pt",
        "a presente portaria entra em vigor 30 dias após a data da sua publicação.",
        "em vigor 30 dias após a data da publicação.",
    ),
    ("pt", "o presente diploma entra em vigor em 1 de Julho de 2031.", "em vigor desde 1 de Julho de 2031."),
    ("pt", "a presente alteração retroage a 1 de Maio de 2031.", "produz efeitos desde 1 de Maio de 2031."),
    (
        "pt",
        "o artigo 2.º produz efeitos a partir de 1 de Maio de 2031.",
        "o artigo 2.º produz efeitos desde 1 de Maio de 2031.",
    ),
    (
        "pt",
        "o artigo 2.º entra em vigor no dia 1 de Julho de 2031.",
        "o artigo 2.º entra em vigor em 1 de Julho de 2031.",
    ),
    (
        "pt",
        "é suspensa a aplicação do artigo 5.º, de 1 de Março de 2031 a 2 de Abril de 2031.",
        "é suspenso o artigo 5.º, desde 1 de Março de 2031 até 2 de Abril de 2031.",
    ),
    ("pt", "é aditado ao regulamento o artigo 9.º-A, com a seguinte redacção:", "é aditado ao regulamento:"),
    (
        "pt",
        "são aditados ao regulamento os artigos 9.º-A e 9.º-B, com a seguinte redacção:",
        "é aditado ao regulamento:",
    ),
    ("pt", "é aditada ao artigo 4.º a alínea 5), com a seguinte redacção:", "ao artigo 4.º é aditado:"),
    ("pt", "é aditado ao n.º 1 do artigo 4.º:", "ao n.º 1 do artigo 4.º é aditado:"),
    ("pt", "fica revogado o artigo 3.º.", "é revogado o artigo 3.º."),
    ("pt", "é revogado o n.º 2 do artigo 3.º do Regulamento.", "é revogado o n.º 2 do artigo 3.º."),
    (
        "pt",
        "o artigo 9.º-A do Regulamento passa a ter a seguinte redacção:",
        "o artigo 9.º-A passa a ter a seguinte redacção:",
    ),
    ("pt", "é dada nova redacção ao artigo 9.º-A:", "o artigo 9.º-A passa a ter a seguinte redacção:"),
    (
        "pt",
        "à alínea 5) do n.º 1 do artigo 9.º é dada a seguinte redacção:",
        "a alínea 5) do n.º 1 do artigo 9.º passa a ter a seguinte redacção:",
    ),
    ("zh", "規章第八條修改如下：", "第八條修改為："),
    ("zh", "將第八條修改為：", "第八條修改為："),
    ("zh", "廢止規章第三條。", "廢止第三條。"),
    ("zh", "在規章第四條增加(五)項，行文如下：", "在第四條增加："),
    ("zh", "廢止第三條至第五條。", "廢止第三條、第四條及第五條。"),
    ("zh", "廢止第四條(一)項及(二)項。", "廢止第四條(一)項及第四條(二)項。"),
    ("zh", "刪除第三條。", "廢止第三條。"),
    ("zh", "第十二條之內容改為該條第一款。", "第十二條改為第十二條第一款。"),
    ("zh", "本批示自公佈之翌日起生效。", "自公佈翌日起生效。"),
    ("zh", "本批示自公佈後滿三十日起生效。", "自公佈後滿三十日起生效。"),
    ("zh", "本批示自二零三一年七月一日起生效。", "自二零三一年七月一日起生效。"),
    ("zh", "本規章自二零三一年五月一日起產生效力。", "自二零三一年五月一日起產生效力。"),
    ("zh", "第二條於二零三一年七月一日生效。", "第二條自二零三一年七月一日起生效。"),
    (
        "zh",
        "自二零三一年十一月一日至二零三一年十二月一日，第五條暫停適用。",
        "第五條自二零三一年十一月一日起暫停適用，至二零三一年十二月一日為止。",
    ),
    ("zh", "第八條修改如下：", "第八條修改為："),
    ("zh", "在規章內增加第九條之一，行文如下：", "增加下列條文："),
    ("zh", "在第四條內增加(五)項，行文如下：", "在第四條增加："),
    ("zh", "「金圍」之注額必須為10至500。", "投注於「金圍」之金額須由10至500。"),
    ("en", "repeal articles 3 to 5.", "repeal article 3, article 4 and article 5."),
    ("en", "repeal items 1 and 2 of article 4.", "repeal item 1 of article 4 and item 2 of article 4."),
    ("en", "articles 15 and 16 become articles 14 and 15.", "renumber articles 15 and 16 as articles 14 and 15."),
    ("en", "delete article 3.", "repeal article 3."),
    ("en", "this order enters into force on the day after its publication.", "in force on the day after publication."),
    ("en", "this order comes into force on 1 July 2031.", "in force from 1 July 2031."),
]


@pytest.mark.parametrize(("language", "written", "meant"), AMENDING, ids=[written for _, written, _ in AMENDING])
def test_clauses_of_amendments_in_the_gazettes_words_are_told_in_ours(language: str, written: str, meant: str) -> None:
    quoted = QUOTED[language] if written.endswith((":", "：")) else ""
    _, (problem,) = build(Source("1", language, f"  {written}\n{quoted}"))
    (hint,) = problem.hints
    span = problem.labels[0].span
    assert (hint.key, written[: span.start - 2] + hint.args["word"] + written[span.end - 2 :]) == (
        "did-you-mean",
        meant,
    )
    assert build(Source("1", language, f"  {meant}\n{quoted}"))[1] == []


@pytest.mark.parametrize(
    ("language", "written", "provisions"),
    [
        ("pt", "os artigos 3.º e 5.º passam a ter a seguinte redacção:", ["o artigo 3.º", "o artigo 5.º"]),
        ("pt", "os artigos 3.º e 4.º passam a ter a seguinte redacção:", ["o artigo 3.º", "o artigo 4.º"]),
        ("pt", "são suspensos os artigos 3.º a 5.º.", ["o artigo 3.º", "o artigo 4.º", "o artigo 5.º"]),
        ("zh", "第三條及第五條修改如下：", ["第三條", "第五條"]),
        ("en", "replace articles 3 and 5 by:", ["article 3", "article 5"]),
    ],
)
def test_what_is_said_of_several_provisions_is_to_be_said_of_each(
    language: str, written: str, provisions: list[str]
) -> None:
    quoted = QUOTED[language] if written.endswith((":", "：")) else ""
    _, (problem,) = build(Source("1", language, f"  {written}\n{quoted}"))
    assert [*problem.hints] == [Hint("each-provision", {"provisions": provisions})]


@pytest.mark.parametrize(
    ("language", "written", "hint"),
    [
        ("pt", "a epígrafe do artigo 8.º passa a ser «Prémios».", "part-of-provision"),
        ("pt", "as referências a «a» consideram-se feitas a «b».", "part-of-provision"),
        ("pt", "é republicado, em anexo, o regulamento.", "republication"),
        ("zh", "第八條之標題改為“彩金”。", "part-of-provision"),
        ("zh", "「甲」一詞改為「乙」。", "part-of-provision"),
        ("zh", "重新公佈規章全文。", "republication"),
        ("en", "the title of article 8 is replaced by “Prizes”.", "part-of-provision"),
        ("en", "the word “a” is replaced by “b”.", "part-of-provision"),
        ("en", "the regulation is republished in full.", "republication"),
    ],
)
def test_of_what_no_clause_does_it_is_said_what_does_it(language: str, written: str, hint: str) -> None:
    _, (problem,) = build(Source("1", language, f"  {written}\n"))
    assert [one.key for one in problem.hints] == [hint]


def test_provisions_that_are_listed_as_they_should_be_are_no_mistake_of_what_follows() -> None:
    _, (problem,) = build(Source("1", "zh", "  優先於第三條及第四條而適用。\n"))
    assert "each-provision" not in [hint.key for hint in problem.hints]
