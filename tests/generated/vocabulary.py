"""The terms of generated regulations, in three languages, and the glossary file that holds them."""

from collections.abc import Iterable
from functools import cache

from lexludi.language.glossary import Glossary, GlossaryEntry, make_glossary

RANKS = ("ace", "king", "queen", "jack")
SUITS = ("spades", "hearts", "clubs")
STARS = ("sun", "moon", "comet")
SIDES = ("obverse", "reverse")
BETS = tuple(f"bet-{n}" for n in range(1, 21))
CATEGORIES = ("high-hand", "middle-hand", "low-hand")
ACTIONS = ("draw", "stand", "double", "fold", "switch", "half-fold")

# Id: Chinese, Portuguese, English, and the symbol of an item.
_TERMS: dict[str, tuple[str, str, str, str]] = {
    "card": ("紙牌", "carta", "card", ""),
    "die": ("骰子", "dado", "die", ""),
    "token": ("代幣", "ficha", "token", ""),
    "rank": ("點數", "valor", "rank", ""),
    "suit": ("花色", "naipe", "suit", ""),
    "order": ("排位", "posição", "order", ""),
    "number": ("骰面", "face do dado", "face of the die", ""),
    "side": ("幣面", "lado", "side", ""),
    "run": ("順子", "sequência", "run", ""),
    "ace": ("幺", "ás", "ace", "A"),
    "king": ("王", "rei", "king", "K"),
    "queen": ("后", "dama", "queen", "Q"),
    "jack": ("侍", "valete", "jack", "J"),
    "spades": ("黑桃", "espadas", "spades", "s"),
    "hearts": ("紅心", "copas", "hearts", "h"),
    "clubs": ("梅花", "paus", "clubs", "c"),
    "sun": ("日", "sol", "sun", "sun"),
    "moon": ("月", "lua", "moon", "moon"),
    "comet": ("彗星", "cometa", "comet", "comet"),
    "obverse": ("正面", "anverso", "obverse", "obverse"),
    "reverse": ("反面", "reverso", "reverse", "reverse"),
    "dealer": ("莊荷", "croupier", "dealer", ""),
    "banker": ("莊家", "banca", "banker", ""),
    "player": ("博彩者", "jogador", "player", ""),
    "box": ("座位", "lugar", "box", ""),
    "draw": ("增牌", "tirar", "draw", ""),
    "stand": ("停牌", "ficar", "stand", ""),
    "cut": ("切牌", "cortar o baralho", "cut", ""),
    "double": ("加倍", "dobrar", "double", ""),
    "fold": ("棄牌", "desistir", "fold", ""),
    "switch": ("轉注", "mudar", "switch", ""),
    "split": ("分牌", "separar", "split", ""),
    "second-hand": ("第二手", "segunda mão", "second hand", ""),
    "raise": ("加注", "subir", "raise", ""),
    "raise-bet": ("加注注", "aposta de subida", "raise bet", ""),
    "window-bet": ("其後注", "aposta posterior", "later bet", ""),
    "line-bet": ("線注", "aposta na linha", "line bet", ""),
    "mark": ("標記", "marca", "mark", ""),
    "pot": ("彩池", "fundo", "pot", ""),
    "front": ("前墩", "frente", "front", ""),
    "back": ("後墩", "verso", "back", ""),
    "extra": ("附加牌", "carta extra", "extra", ""),
    "joker": ("百搭", "curinga", "joker", "Joker"),
    "place-bet": ("下注", "apostar", "bet", ""),
    "half-fold": ("半棄", "meia desistência", "half fold", ""),
    "lower": ("減注", "reduzir", "lower", ""),
    "grand": ("上上物", "peças da grande sorte", "grand things", ""),
    "tile": ("牌仔", "pedra", "tile", ""),
    "lucky": ("幸運物", "peças da sorte", "lucky things", ""),
    "neighbours": ("鄰組", "vizinhos", "neighbours", ""),
    "seated": ("入座", "sentado", "seated", ""),
    "standing": ("站立", "de pé", "standing", ""),
    "shout": ("呼喊", "gritar", "shout", ""),
    "marker": ("標牌", "marcador", "marker", ""),
    "case": ("牌盒", "caixa", "case", ""),
    "mishap": ("意外", "percalço", "mishap", ""),
    "winner": ("贏方", "vencedor", "winner", ""),
    "standoff": ("和方", "neutro", "standoff", ""),
    "strong": ("強", "forte", "strong", ""),
    "fine": ("佳", "bom", "fine", ""),
    "how": ("算法", "modo", "manner", ""),
    "strict": ("從嚴", "estrito", "strict", ""),
    "lenient": ("從寬", "brando", "lenient", ""),
    "how-many": ("數目", "quantidade", "quantity", ""),
    "high-hand": ("上手", "mão alta", "high hand", ""),
    "middle-hand": ("中手", "mão média", "middle hand", ""),
    "low-hand": ("下手", "mão baixa", "low hand", ""),
    **{f"bet-{n}": (f"注{n}", f"aposta {n}", f"bet {n}", "") for n in range(1, 21)},
}


@cache
def glossary() -> Glossary:
    """Every term that a generated regulation may use."""
    return make_glossary(
        GlossaryEntry(term, {"zh": (zh,), "pt": (pt,), "en": (en,)}, symbol)
        for term, (zh, pt, en, symbol) in _TERMS.items()
    )


def glossary_file(terms: Iterable[str]) -> str:
    """A glossary file with some terms."""
    out = []
    for term in sorted(set(terms)):
        zh, pt, en, symbol = _TERMS[term]
        out.append(f'[{term}]\nzh = ["{zh}"]\npt = ["{pt}"]\nen = ["{en}"]')
        if symbol:
            out[-1] += f'\nsymbol = "{symbol}"'
    return "\n\n".join(out) + "\n"
