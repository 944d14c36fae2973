/** The directives on how the files of a text are sent. */
export interface MediaDirectives {
  /** `[[as_document]]`: sends pictures and videos as documents, which no network shrinks. */
  readonly asDocument: boolean
  /** `[[audio_as_voice]]`: sends sounds as voice messages. */
  readonly audioAsVoice: boolean
}

const asDocument = '[[as_document]]'
const audioAsVoice = '[[audio_as_voice]]'

/** Returns a text without directives, and what they say. A line that contains nothing else is removed with them. */
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

/** Returns the visible part of a text that is still being written: without directives, and without the start of one. */
export function withoutDirectives(text: string): string {
  const whole = takeDirectives(text).text
  const start = whole.lastIndexOf('[[')
  const end = start < 0 ? '' : whole.slice(start)
  const mayBecomeOne = end !== '' && (asDocument.startsWith(end) || audioAsVoice.startsWith(end))
  return mayBecomeOne ? whole.slice(0, start) : whole
}
