/**
 * Words that indicate the purpose of a sentence, in the most common languages of users. They only affect which sentences a summary
 * includes, and in which section.
 */
const cueLists = {
  /** Replaces an earlier instruction. */
  change: {
    words:
      "instead|rather than|no longer|not anymore|actually|on second thought|change of plan|scratch that|forget that|forget it|forget about|from now on|switch to|switched to|replace|stattdessen|anstelle|nicht mehr|ab jetzt|doch lieber|planänderung|plutôt|désormais|à partir de maintenant|au lieu|changement de plan|en lugar|en vez de|a partir de ahora|mejor|cambio de planes|em vez|a partir de agora|invece|d'ora in poi|вместо|больше не|отныне|теперь",
    unspaced: '改为|改成|改用|不再|换成|从现在|而不是|取消|変更|代わりに|これから|やめて|대신|이제부터|더 이상',
  },
  /** A rule for the entire task. */
  constraint: {
    words:
      "must|mustn't|never|always|do not|don't|only|prefer|prefers|preferred|preferably|avoid|require|requires|required|make sure|keep in mind|at least|at most|no more than|without|please use|niemals|nie|immer|nicht|nur|bitte|muss|müssen|vermeide|bevorzuge|jamais|toujours|seulement|doit|évite|évitez|éviter|préfère|sans|nunca|siempre|solo|sólo|debe|deben|evita|prefiero|sin|sempre|apenas|deve|evite|mai|soltanto|никогда|всегда|только|нельзя|должен|должна|не надо|избегай",
    unspaced: '必须|不要|不能|不得|只能|务必|禁止|总是|始终|请用|请勿|别|必ず|しないで|のみ|항상|절대|반드시|하지 마',
  },
  decision: {
    words:
      "decide|decided|decision|chose|choose|chosen|we'll use|we will use|will use|going with|go with|opted|settled on|agreed|because|the reason|in favor of|in favour of|so that|trade-off|tradeoff|entschieden|entscheidung|wir nehmen|weil|deshalb|grund|décidé|décision|choisi|parce que|car|decidimos|decidido|decisión|elegimos|porque|decisão|escolhemos|deciso|decisione|scelto|perché|решили|решение|выбрали|потому что|поэтому",
    unspaced: '决定|选择|采用|选用|因为|所以|原因|方案|決め|決定|採用|なので|ため|결정|선택|때문|하기로',
  },
  todo: {
    words:
      'todo|to do|next i|next we|next up|next step|next steps|up next|remaining|not finished|unfinished|still missing|still need|still to|still open|still missing|left to do|pending|later|not yet|afterwards|follow-up|followup|offen|als nächstes|noch nicht|noch zu|noch offen|fehlt noch|fehlt|steht aus|unfertig|später|muss noch|müssen noch|à faire|prochaine|reste à|plus tard|pas encore|pendiente|pendientes|siguiente|falta|faltan|queda|quedan|por hacer|todavía|aún no|pendente|próximo|próxima|ainda não|da fare|prossimo|осталось|дальше|следующий|следующая|ещё не|позже',
    unspaced:
      '待办|还没|还差|还缺|还要|没做完|未完|接下来|下一步|还需要|剩下|尚未|稍后|之后|未完成|次に|残り|まだ|後で|다음|남은|아직|나중에',
  },
  blocked: {
    words:
      "blocked|stuck|can't|cannot|unable|fail|fails|failed|failing|failure|error|errors|broken|denied|refused|missing|timed out|doesn't work|does not work|fehlgeschlagen|fehler|blockiert|geht nicht|kaputt|erreur|échoué|échoue|bloqué|impossible|falla|falló|bloqueado|no funciona|erro|falhou|errore|fallito|bloccato|ошибка|не работает|не удалось|сломан",
    unspaced: '失败|错误|无法|报错|卡住|阻塞|不工作|エラー|失敗|できない|動かない|실패|오류|막혔|안 됨',
  },
  /** Work was completed. */
  done: {
    words:
      'done|finished|completed|complete|implemented|merged|released|deployed|shipped|migrated|landed|all tests pass|tests pass|works now|erledigt|fertig|abgeschlossen|umgesetzt|ausgeliefert|terminé|fini|déployé|fusionné|listo|lista|terminado|terminada|hecho|completado|desplegado|pronto|concluído|feito|finito|completato|готово|сделано|завершено|закончил|выпущено',
    unspaced: '完成|已完成|搞定|合并了|发布了|上线|終わり|終わった|完了|끝났|완료',
  },
  /** The cause of a problem, or its fix. */
  fix: {
    words:
      'fixed|fixes|the fix|root cause|the cause|caused by|came from|was due to|turned out|solved|resolved|workaround|behoben|ursache|der grund für|lag an|lag daran|kam von|kam daher|gelöst|repariert|cause|corrigé|résolu|causa|arreglado|solucionado|resuelto|venía de|se debía|corregido|corrigido|resolvido|risolto|corretto|исправлено|причина|из-за',
    unspaced: '修复|修好|原因是|根因|是因为|导致|解决了|修好|直した|原因は|解決|수정|원인',
  },
  /** A label that usually has a value. */
  value: {
    words:
      'id|ids|identifier|ticket|issue|version|port|budget|deadline|due|address|url|host|branch|commit|limit|quota|price|cost|costs|rate|total|measured|kennung|ticketnummer|frist|betrag|beträgt|preis|grenze|adresse|gemessen|identifiant|échéance|prix|coût|limite|identificador|plazo|precio|coste|costo|límite|presupuesto|prazo|preço|orçamento|prezzo|scadenza|идентификатор|срок|цена|бюджет|адрес|порт',
    unspaced: '编号|版本|端口|预算|截止|价格|上限|地址|番号|期限|予算|価格|기한|예산|가격|번호',
  },
  important: {
    words:
      'important|note|remember|keep in mind|warning|caution|attention|key fact|key point|critical|for the record|wichtig|achtung|merke|beachte|hinweis|rappel|souviens|importante|recuerda|ojo|lembre|nota|ricorda|важно|запомни|внимание|учти',
    unspaced: '重要|注意|记住|请记|提醒|关键|警告|覚えて|중요|기억|주의',
  },
} as const

export type Cue = keyof typeof cueLists

interface CueTable {
  readonly words: ReadonlyMap<string, readonly Cue[]>
  /** Entries of several words, keyed by the first word, with the words that follow it. */
  readonly phrases: ReadonlyMap<string, readonly (readonly [following: readonly string[], cue: Cue])[]>
  /** Substrings to match in scripts without spaces. */
  readonly unspaced: readonly (readonly [part: string, cue: Cue])[]
}

const table = toTable()

function toTable(): CueTable {
  const words = new Map<string, Cue[]>()
  const phrases = new Map<string, [string[], Cue][]>()
  const unspaced: [string, Cue][] = []
  for (const cue of Object.keys(cueLists) as Cue[]) {
    const { words: spaced, unspaced: parts } = cueLists[cue]
    for (const entry of spaced.split('|').map(toPlain)) {
      const [first = '', ...others] = entry.split(' ')
      if (others.length === 0) words.set(first, [...(words.get(first) ?? []), cue])
      else phrases.set(first, [...(phrases.get(first) ?? []), [others, cue]])
    }
    unspaced.push(...parts.split('|').map((part): [string, Cue] => [part, cue]))
  }
  return { words, phrases, unspaced }
}

/** Returns the cues that a text contains. */
export function cuesOf(text: string): ReadonlySet<Cue> {
  const found = new Set<Cue>()
  const words = toPlain(text).split(' ')
  for (const [place, word] of words.entries()) {
    for (const cue of table.words.get(word) ?? []) found.add(cue)
    for (const [following, cue] of table.phrases.get(word) ?? []) {
      if (following.every((next, offset) => words[place + 1 + offset] === next)) found.add(cue)
    }
  }
  if (/[\u3000-\uFFEF]/.test(text)) for (const [part, cue] of table.unspaced) if (text.includes(part)) found.add(cue)
  return found
}

/** Converts text to lower case and replaces each run of punctuation and whitespace with a space. */
function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}_']+/gu, ' ')
    .trim()
}

const assent =
  /^[\s\p{P}\p{S}]*(?:ok(?:ay)?|yes|yep|sure|fine|good|great|thanks?(?: you)?|perfect|continue|go (?:on|ahead)|proceed|next|ja|gut|danke|weiter|mach weiter|oui|merci|continue[rz]?|sí|si|vale|gracias|sigue|sim|obrigad[oa]|bene|grazie|да|хорошо|спасибо|дальше|продолжай|好的?|可以|继续|谢谢|行|嗯|はい|続けて|ありがとう|네|계속|감사합니다)[\s\p{P}\p{S}]*$/iu

/** Whether a message only confirms or asks to continue, such as "ok" or "go on". */
export function isMereAssent(text: string): boolean {
  return text.length < 60 && assent.test(text)
}
