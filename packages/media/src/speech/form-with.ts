import { extensionOf, type Sound } from './sound.js'

/** Creates a form with a recording, whose file name tells services its format. */
export function formWith({ content, mediaType }: Sound): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)], { type: mediaType }), `audio.${extensionOf(mediaType)}`)
  return form
}
