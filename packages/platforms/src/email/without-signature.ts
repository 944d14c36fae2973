/** The maximum length of a signature: longer text below a delimiter is not one. */
const mostLines = 10
const longestLine = 100

/**
 * Returns the lines above a signature, which follows the last `-- ` with few lines, or is added by a phone or a mail program.
 */
export function withoutSignature(lines: readonly string[]): readonly string[] {
  const own = withoutDelimited(trimmedEnd(lines))
  return isOfProgram(own.at(-1) ?? '') ? trimmedEnd(own.slice(0, -1)) : own
}

/**
 * Removes the text below a delimiter. A patch has the same delimiter before the version of Git, and text that a person
 * writes below it must not be lost.
 */
function withoutDelimited(lines: readonly string[]): readonly string[] {
  const at = lines.lastIndexOf('-- ')
  if (at === -1) return lines
  const below = lines.slice(at + 1)
  const isSignature = below.length <= mostLines && !below.some(isBlank)
  return isSignature ? trimmedEnd(lines.slice(0, at)) : lines
}

function isOfProgram(line: string): boolean {
  return line.length <= longestLine && programs.some((pattern) => pattern.test(line.trim()))
}

const device = String.raw`(?:(?:my|mein\w*|mon|mi|il mio|meu|mijn|min) |(?:the )?(?:iPhone|iPad|Outlook|Mail|Yahoo|Gmail|Samsung|Android|Proton|Thunderbird)\b)`

/** What programs add for people without a signature. */
const programs: readonly RegExp[] = [
  new RegExp(`^(?:Sent|Written) (?:from|with|via|using) ${device}`, 'i'),
  /^Get Outlook for /i,
  new RegExp(`^Gesendet (?:von|mit|über) (?:der )?${device}`, 'i'),
  /^Von mein\w+ .{1,40} gesendet\.?$/i,
  /^Outlook für .{1,20} herunterladen/i,
  new RegExp(`^Envoyé (?:de|depuis|avec|à partir de) ${device}`, 'i'),
  /^(?:Obtenir|Télécharger) Outlook pour /i,
  new RegExp(`^Enviado (?:desde|de|do|com|con) ${device}`, 'i'),
  /^(?:Obtener Outlook para|Obter (?:o )?Outlook para) /i,
  new RegExp(`^Inviat[oa] (?:da|dal|con) ${device}`, 'i'),
  /^Scarica Outlook per /i,
  new RegExp(`^(?:Verzonden|Verstuurd) (?:vanaf|met|vanuit) ${device}`, 'i'),
  new RegExp(`^(?:Skickat från|Sendt fra) ${device}`, 'i'),
  /^Отправлено (?:с|из) /i,
  /^(?:发自|發自|從我的|从我的|来自我的).{1,30}$/,
  /^(?:iPhone|iPad|Android)から送信$/i,
  /^(?:나의|내) .{1,20}에서 보냄$/,
]

function trimmedEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}
