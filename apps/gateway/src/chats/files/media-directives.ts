/** How the files of a text are sent. */
export interface MediaDirectives {
  /** `[[as_document]]`: pictures and videos as documents, which no network shrinks. */
  readonly asDocument: boolean
  /** `[[audio_as_voice]]`: sounds as voice messages. */
  readonly audioAsVoice: boolean
}

const asDocument = '[[as_document]]'
const audioAsVoice = '[[audio_as_voice]]'

/** A text without directives, and what they say. A line that holds nothing else goes with them. */
export function takeDirectives(text: string): MediaDirectives & { readonly text: string } {
  const found = { asDocument: text.includes(asDocument), audioAsVoice: text.includes(audioAsVoice) }
  if (!found.asDocument && !found.audioAsVoice) return { ...found, text }
  const lines = text.split('\n').flatMap((line) => {
    const rest = line.replaceAll(asDocument, '').replaceAll(audioAsVoice, '')
    if (rest === line) return [line]
    return rest.trim() === '' ? [] : [rest.trimEnd()]
  })
  return { ...found, text: lines.join('\n') }
}

/** What is shown of a text that is still being written: no directive, and no start of one. */
export function withoutDirectives(text: string): string {
  const whole = takeDirectives(text).text
  const start = whole.lastIndexOf('[[')
  const end = start < 0 ? '' : whole.slice(start)
  const mayBecomeOne = end !== '' && (asDocument.startsWith(end) || audioAsVoice.startsWith(end))
  return mayBecomeOne ? whole.slice(0, start) : whole
}
