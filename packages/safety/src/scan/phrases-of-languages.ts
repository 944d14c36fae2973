import { type Phrase, phrase, type WordGroups } from './phrase.js'

/** Words without accents, as {@link toWords} returns them. */
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
  trIgnore: 'yoksay|yok|unut|unutun|gormezden|gozardi|dikkate',
  trWhat: 'talimatlari|talimatları|kurallari|kuralları|yonergeleri',
  trEarlier: 'onceki|yukaridaki|yukarıdaki|tum|butun',
  viIgnore: 'bo|quen|phot',
  viWhat: 'huong|chi|lenh|quy',
  viEarlier: 'truoc|tren',
  idIgnore: 'abaikan|lupakan|hiraukan',
  idWhat: 'instruksi|perintah|aturan|arahan',
  idEarlier: 'sebelumnya|semua|atas|terdahulu',
  csIgnore: 'ignoruj|ignorujte|zapomen|zapomente',
  csWhat: 'pokyny|instrukce|pravidla|prikazy',
  csEarlier: 'predchozi|vsechny|drivejsi|vyse',
  svIgnore: 'ignorera|glom|bortse',
  svWhat: 'instruktioner|instruktionerna|regler|anvisningar',
  svEarlier: 'tidigare|alla|foregaende|ovanstaende',
  daIgnore: 'ignorer|ignorere|glem|overse',
  daWhat: 'instrukser|instruktioner|instruksjoner|regler|anvisninger',
  daEarlier: 'tidligere|alle|forrige|ovenstaende|foregaende',
  roIgnore: 'ignora|ignorati|uita|uitati',
  roWhat: 'instructiunile|regulile|instructiuni|comenzile',
  roEarlier: 'anterioare|precedente|toate',
  ukIgnore: 'ігноруи|ігноруите|проігноруи|забудь|забудьте',
  ukWhat: 'інструкціі|вказівки|правила|команди',
  ukEarlier: 'попередні|всі|усі|колишні',
  elIgnore: 'αγνοησε|αγνοηστε|ξεχασε|ξεχαστε',
  elWhat: 'οδηγιες|εντολες|κανονες',
  elEarlier: 'προηγουμενες|ολες|ολους|προηγουμενους',
  show: 'muestra|muestrame|revela|imprime|mostra|mostrami|exiba|revele|affiche|affichez|montre|montrez|revelez|zeige|zeig|gib|nenne|verrate|toon|geef|pokaz|wypisz|ujawnij|visa|skriv|goster|yazdir|покажи|покажите|выведи|раскрои|tampilkan|ukaz|zobraz',
  showPrompt: 'systemprompt|systempromptet|systeemprompt|systemaufforderung|systemanweisungen|istemini|промпт|подсказку|systemove|systemowy',
  everythingIgnore: 'olvida|ignora|ignore|esqueca|esquece|ignorez|oubliez|oublie|vergiss|ignoriere|vergessen|dimentica|vergeet|negeer|забудь|игнорируи|glom|ignorera|zapomnij|ignoruj|abaikan|lupakan',
  everythingBefore: 'anterior|antes|acima|precede|precedente|dessus|avant|oben|bisher|vorher|zuvor|davor|sopra|prima|hierboven|eerder|voorgaande|выше|раньше|ранее|до|ovan|tidigare|wyzej|wczesniej|atas|sebelumnya',
  hideNot: 'no|nunca|nao|ne|non|nicht|niet|nie|не|inte|jangan|никогда|nichts|niets',
  hideTell: 'digas|diga|informes|informe|menciones|mencione|conte|avise|dis|dites|informez|mentionnez|dire|informare|menzionare|говори|сообщаи|рассказываи|упоминаи|mow|informuj|beritahu|vertel',
  hideUser: "usuario|utilisateur|l'utilisateur|l'utente|utente|all'utente|nutzer|benutzer|anwender|gebruiker|uzytkownikowi|пользователю|anvandaren|pengguna",
}

const languages = ['da', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'ru', 'id', 'cs', 'sv', 'ro', 'uk', 'el']

/** "Ignore the instructions before this", in languages that separate words with spaces. */
export const phrasesOfLanguages: readonly Phrase[] = [
  ...languages.flatMap((language) => [
    pattern(`<${language}Ignore> ..4 <${language}What> ..3 <${language}Earlier>`),
    pattern(`<${language}Ignore> ..3 <${language}Earlier> ..3 <${language}What>`),
  ]),
  pattern('<trEarlier> ..3 <trWhat> ..3 <trIgnore>'),
  pattern('<everythingIgnore> ..1 todo|tudo|tout|alles|tutto|все|всё|allt|wszystko|semua ..5 <everythingBefore>'),
  phrase(
    'role_hijack',
    'eres|es|sei|bist|jestes|ты|voce|ahora|jetzt|maintenant|ora ..6 sin|sans|ohne|senza|sem|bez|без restricciones|restrictions|einschrankungen|beschrankungen|restrizioni|restricoes|ograniczen|ограничении',
    groups,
  ),
  pattern('<viIgnore> qua ..4 <viWhat> ..4 <viEarlier>'),
  leak('<show> ..4 prompt|<showPrompt> ..1 sistema|systeme|system|sistem'),
  leak('<show> ..4 <showPrompt>'),
  leak('систем|системныи|системную промпт|подсказку|инструкцию ..2 <show>'),
  hide('<hideNot> ..2 <hideTell> ..4 <hideUser>'),
  hide('sag|sage|verrate|erzahl|erzahle|teile ..2 <hideUser> nichts|nicht|davon'),
]

function pattern(text: string): Phrase {
  return phrase('prompt_injection', text, groups)
}

function leak(text: string): Phrase {
  return phrase('leak_system_prompt', text, groups)
}

function hide(text: string): Phrase {
  return phrase('deception_hide', text, groups)
}

/** The same in languages that do not separate words. */
export const unspacedInjections: readonly RegExp[] = [
  /(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要遵守|绕过).{0,12}?(?:之前|以前|以上|先前|前面|上面|上述|所有|一切|全部|系统|原有).{0,8}?(?:内容|文字|对话|指令|指示|说明|規則|规则|提示|命令|要求|设定)/gu,
  /(?:以前|これまで|今まで|前|上記|上(?!書)|すべて|全て|全部|元)の?.{0,6}?(?:指示|命令|ルール|指令|プロンプト|制約).{0,6}?(?:無視|忘れ|破棄|従わな)(?!.{0,8}?(?:しない|せず|せぬ|禁止|ません))/gu,
  /(?:이전|앞선|앞의|위의|모든|기존).{0,8}?(?:지시|명령|지침|규칙|프롬프트).{0,8}?(?:무시|잊|따르지)/gu,
  /(?:تجاهل|انس|اهمل).{0,12}?(?:التعليمات|الأوامر|القواعد|الاوامر)/gu,
  /(?:पिछले|पूर्व|सभी|ऊपर).{0,12}?(?:निर्देश|निर्देशों|नियम|आदेश).{0,12}?(?:अनदेखा|नज़रअंदाज|भूल|उपेक्षा)/gu,
  /(?:输出|显示|打印|透露|泄露|告诉我|輸出|顯示)(?!的|被).{0,6}?(?:系统|系統|隐藏|你的完整).{0,4}?(?:提示|指令|设定)/gu,
  /システム(?:プロンプト|指示|命令).{0,8}?(?:表示|出力|開示|教え|公開)/gu,
  /시스템\s?(?:프롬프트|지시|메시지).{0,6}?(?:출력|표시|보여|공개|알려)/gu,
  /ユーザー.{0,4}?(?:知らせ|言わ|伝え|報告し|教え)(?:ない|ず)/gu,
  /사용자.{0,4}?(?:알리지|말하지|보고하지)/gu,
  /(?:התעלם|התעלמו|תתעלם|שכח|שכחו).{0,12}?(?:ההוראות|הוראות|ההנחיות|הכללים)/gu,
  /(?:دستورات|دستورالعمل|دستورهای|قوانین).{0,16}?(?:نادیده|فراموش)/gu,
  /(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม).{0,12}?(?:คำสั่ง|คำแนะนำ|กฎ).{0,12}?(?:ก่อน|ทั้งหมด|เดิม)/gu,
  /(?:آشكار|اعرض|اظهر|اكشف|أظهر).{0,12}?(?:موجه النظام|تعليمات النظام|كلمة المرور|كلمات المرور)/gu,
  /(?:不要|别|勿|禁止).{0,3}?(?:告诉|告知|通知|提醒).{0,3}?(?:用户|使用者)/gu,
]
