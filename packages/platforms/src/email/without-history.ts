/**
 * Returns the lines above the mail that a reply answers. Programs put that mail below, as a quote, or like Outlook after a copy of its
 * headers.
 */
export function withoutHistory(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line, index) => isSeparator(line) || isHeaderBlock(lines, index))
  return withoutQuote(start === -1 ? lines : lines.slice(0, endBefore(lines, start)))
}

/** Whether a line is `-----Original Message-----`, in the languages of Outlook. */
function isSeparator(line: string): boolean {
  return /^-{3,}\s?(?:Original Message|Urspr(?:ü|ue)ngliche Nachricht|Message d['’]origine|Mensaje original|Mensagem original|Messaggio originale|Oorspronkelijk bericht|Oprindelig meddelelse|Opprinnelig melding|Ursprungligt meddelande|Oryginalna wiadomość|Исходное сообщение|原始邮件|原始郵件|元のメッセージ|원본 메시지)\s?-{3,}$/i.test(
    line.trim(),
  )
}

const from =
  /^[\s*]*(?:From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От(?: кого)?|Kimden|Feladó|发件人|寄件者|差出人|보낸 사람)\s?[:：]/i
const subject =
  /^[\s*]*(?:Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Тема|Konu|Tárgy|主题|主旨|件名|제목)\s?[:：]/i
/** The maximum number of header lines: long lists of recipients are folded. */
const mostHeaders = 10

/** Whether a copy of the headers of a mail starts at a line: `From:`, `Sent:`, `To:` and `Subject:`, without a gap. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!from.test(lines[at] ?? '')) return false
  const below = lines.slice(at + 1, at + 1 + mostHeaders)
  const found = below.findIndex((line) => subject.test(line))
  return found > 0 && below.slice(0, found).every((line) => line.trim() !== '')
}

/** Returns the end of the text above the headers, without the line that programs draw there. */
function endBefore(lines: readonly string[], start: number): number {
  let end = start
  while (end > 0 && /^\s*(?:[-_]{3,}\s*)?$/.test(lines[end - 1] ?? '')) end -= 1
  return end
}

/**
 * Removes the quote at the end, which is the mail that is answered. A quote between the lines is part of what was
 * written.
 */
function withoutQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && isQuoted(lines[end - 1] ?? '')) end -= 1
  const hasQuote = lines.slice(end).some((line) => line.startsWith('>'))
  if (!hasQuote) return lines
  return lines.slice(0, introductionBefore(lines, end))
}

function isQuoted(line: string): boolean {
  return line.startsWith('>') || line.trim() === ''
}

/** Finds the introduction of a quote on up to three lines: "On Monday, Ada wrote:", in any language. */
function introductionBefore(lines: readonly string[], end: number): number {
  if (!/[:：]\s*$/.test(lines[end - 1] ?? '')) return end
  let start = end - 1
  while (start > 0 && end - start < 3 && lines[start - 1]?.trim() !== '') start -= 1
  // A paragraph of the person that ends with a colon is longer, or contains no address or date.
  return /[@\d]/.test(lines.slice(start, end).join(' ')) ? start : end
}
