/** Topics of texts about security. Each counts once. */
const topics: readonly RegExp[] = [
  /prompt[- ]?injection|\binject(?:ion|ions|ed|ing)\b|einschleus|inyecc|inje[cç]|iniezion|инъекц|注入|インジェクション|인젝션/i,
  /jail ?break|ausbruch|越狱|脱獄|ジェイルブレイク|джейлбрейк/i,
  /\battack|angriff|angreifer|\bataque|\batacante|\battaqu|\battacc|\baggressor|атак|злоумышленн|攻击|攻撃|공격|\baanval/i,
  /malicious|adversar|hostile|bösartig|schadhaft|malicios|malveillan|malevol|dannos|вредонос|恶意|悪意|악성|kwaadaardig/i,
  /phish|exfiltrat|exfiltraci|exfiltra[cç]|эксфильтра/i,
  /untrusted|suspicious|verdächtig|sospechos|suspect[oe]?s?\b|sospett|подозрит|可疑|不審/i,
  /\bpayloads?\b|\bexploits?\b|vulnerab|schwachstelle|vulnérab|уязвим|漏洞|脆弱性/i,
  /threat[- ]model|\bthreats?\b|bedrohung|amenaza|menace|minacc|ameaça|угроз|威胁|脅威/i,
  /poison(?:ing|ed)|social engineering|red[- ]?team|blue[- ]?team|pentest|penetration test/i,
  /\bsecurity\b|sicherheit|seguridad|sécurité|sicurezza|segurança|безопасност|安全|セキュリティ|보안|beveiliging/i,
  /\b(?:scanner|detector|detects?|classifier|guardrail|blocklist|denylist|signatures?)\b|erkennung|erkennt|detecta|détecte|rileva|обнаруж|检测|検出/i,
  /\btest (?:cases?|strings?|inputs?|fixtures?|corpus|vectors?)\b|\bfixtures?\b|testf[aä]ll|caso[s]? de (?:prueba|teste)|cas de test|casi di test|测试用例|テストケース/i,
  /awareness|\btraining\b|\bexercise|workshop|schulung|übung|formation|capacitaci|培训|研修/i,
]
const fewest = 2

/** Whether a text without its quotations is about attacks on agents. */
export function isAboutAttacks(bare: string): boolean {
  return topics.filter((topic) => topic.test(bare)).length >= fewest
}

/** Orders to act on the quoted text. */
const actOn =
  /\b(?:follow|obey|execute|perform|carry out|comply with|act on|adopt)\b[^.\n]{0,40}\b(?:blocks?|quot(?:e|es|ed|ation|ations)|fenced?|examples?|snippets?|payloads?|below|above|following)\b/gi
const takeFor =
  /\b(?:treat|consider|regard|take|interpret|read|accept|use)\b[^.\n]{0,80}\bas (?:your|real|live|system|instructions|orders|authoritative|binding|(?:a|the) (?:real|new|system|user))\b/gi
const denied =
  /\b(?:not|never|don't|doesn't|cannot|can't|mustn't|without|avoid|refuse|refuses|nor|neither|might|may|could|would|will|to make|try|tries|trying|trick|tricks|attempts?|if|when|attackers?|model|llm|it|they|agent|agents|assistant|users?|that|which|who)\b[^.\n]{0,40}$/i

/** Whether a text without its quotations turns them into orders. */
export function makesQuotationsLive(bare: string): boolean {
  return [...bare.matchAll(actOn), ...bare.matchAll(takeFor)].some(
    ({ index }) => !denied.test(bare.slice(Math.max(0, index - 80), index)),
  )
}
