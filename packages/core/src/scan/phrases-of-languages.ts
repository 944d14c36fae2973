import { type Phrase, phrase, type WordGroups } from './phrase.js'

/** As {@link toWords} leaves them: without accents. */
// biome-ignore format: words to read across
const groups: WordGroups = {
  esIgnore: 'ignora|ignore|ignorad|olvida|olvide|olvidate|descarta|omite|desobedece',
  esWhat: 'instrucciones|instruccion|reglas|ordenes|indicaciones|directrices|directivas',
  esEarlier: 'anteriores|anterior|previas|previos|originales|todas',
  frIgnore: 'ignore|ignorez|ignorer|oublie|oubliez|neglige|negligez',
  frWhat: 'instructions|consignes|regles|directives|ordres',
  frEarlier: 'precedentes|precedents|anterieures|initiales|dessus|toutes',
  deIgnore: 'ignoriere|ignorieren|ignoriert|vergiss|vergesse|vergessen|missachte|missachten',
  deWhat: 'anweisungen|anweisung|regeln|instruktionen|befehle|vorgaben|richtlinien',
  deEarlier: 'vorherigen|vorherige|bisherigen|bisherige|obigen|vorigen|fruheren|alle',
  itIgnore: 'ignora|ignorate|dimentica|dimenticate|trascura',
  itWhat: 'istruzioni|regole|ordini|direttive|indicazioni',
  itEarlier: 'precedenti|anteriori|originali|tutte',
  ptIgnore: 'ignore|ignora|ignorar|esqueca|esquece|desconsidere|descarte',
  ptWhat: 'instrucoes|regras|ordens|diretrizes|orientacoes',
  ptEarlier: 'anteriores|previas|originais|todas',
  nlIgnore: 'negeer|vergeet|negeren',
  nlWhat: 'instructies|regels|opdrachten|aanwijzingen',
  nlEarlier: 'vorige|eerdere|voorgaande|bovenstaande|alle',
  plIgnore: 'zignoruj|ignoruj|zapomnij|pomin',
  plWhat: 'instrukcje|polecenia|zasady|wytyczne',
  plEarlier: 'poprzednie|wczesniejsze|powyzsze|wszystkie',
  ruIgnore: 'игнорируи|игнорируите|проигнорируи|забудь|забудьте|игнорировать',
  ruWhat: 'инструкции|указания|правила|команды|инструкциями',
  ruEarlier: 'предыдущие|прежние|прошлые|все|всех|предшествующие',
  trIgnore: 'yoksay|unut|unutun|gormezden',
  trWhat: 'talimatlari|talimatları|kurallari|kuralları|yonergeleri',
  trEarlier: 'onceki|yukaridaki|yukarıdaki|tum',
}

const languages = ['es', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'ru']

/** "Ignore the instructions before this", in languages that write words apart. */
export const phrasesOfLanguages: readonly Phrase[] = [
  ...languages.flatMap((language) => [
    pattern(`<${language}Ignore> ..4 <${language}What> ..3 <${language}Earlier>`),
    pattern(`<${language}Ignore> ..3 <${language}Earlier> ..3 <${language}What>`),
  ]),
  pattern('<trEarlier> ..3 <trWhat> ..3 <trIgnore>'),
  pattern('no|nunca ..2 digas|informes|menciones ..4 usuario'),
]

function pattern(text: string): Phrase {
  return phrase('prompt_injection', text, groups)
}

/** The same, in languages that do not. */
export const unspacedInjections: readonly RegExp[] = [
  /(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要遵守|绕过).{0,12}?(?:之前|以前|以上|先前|前面|上面|上述|所有|一切|全部|系统|原有).{0,8}?(?:指令|指示|说明|規則|规则|提示|命令|要求|设定)/gu,
  /(?:以前|これまで|今まで|前|上記|上|すべて|全て|全部|元)の?.{0,6}?(?:指示|命令|ルール|指令|プロンプト|制約).{0,6}?(?:無視|忘れ|破棄|従わな)/gu,
  /(?:이전|앞선|앞의|위의|모든|기존).{0,8}?(?:지시|명령|지침|규칙|프롬프트).{0,8}?(?:무시|잊|따르지)/gu,
  /(?:تجاهل|انس|اهمل).{0,12}?(?:التعليمات|الأوامر|القواعد|الاوامر)/gu,
  /(?:पिछले|पूर्व|सभी|ऊपर).{0,12}?(?:निर्देश|निर्देशों|नियम|आदेश).{0,12}?(?:अनदेखा|नज़रअंदाज|भूल|उपेक्षा)/gu,
  /(?:不要|别|勿|禁止).{0,3}?(?:告诉|告知|通知|提醒).{0,3}?(?:用户|使用者)/gu,
]
