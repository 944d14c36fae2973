/** Answers that mean "no answer". */
const marks: ReadonlySet<string> = new Set(['[SILENT]', 'NO_REPLY', '[NO_REPLY]', '[静默]', '[沉默]', '[无需回复]'])
/** Marks that are also ordinary words. They count only in groups. */
const words: ReadonlySet<string> = new Set(['SILENT', '静默', '沉默', '无需回复'])

/** Whether an answer of the model asks for no delivery, because it is a silence token and nothing else. */
export function isSilent(answer: string, chatType: 'direct' | 'group' | 'channel'): boolean {
  const token = answer.trim().toUpperCase()
  return marks.has(token) || (chatType !== 'direct' && words.has(token))
}
