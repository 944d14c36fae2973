import type { OutboundFile } from '@hermes/core/platform'
import { oggDurationMs } from './ogg-duration.js'
import { toContent } from './to-content.js'

const types = { image: 'm.image', audio: 'm.audio', voice: 'm.audio', video: 'm.video', document: 'm.file' } as const

/** Creates the message for a file. @param place The fields that say where the file was uploaded. */
export function fileContent(file: OutboundFile, caption: string, place: object) {
  const { kind, name, mediaType, content } = file
  const text = caption === '' ? { body: name } : toContent(caption)
  const duration = kind === 'voice' ? oggDurationMs(content) : undefined
  const info = { mimetype: mediaType, size: content.length, ...(duration !== undefined && { duration }) }
  const voice = kind === 'voice' ? voiceFields(duration) : {}
  return { ...text, msgtype: types[kind], filename: name, ...place, info, ...voice, 'm.mentions': {} }
}

/**
 * Returns the fields that make a sound a voice message (MSC3245). No released specification contains them, but clients read these names.
 * The block of the sound (MSC1767) must have a duration, and is left out if that is unknown.
 */
function voiceFields(duration: number | undefined) {
  return {
    'org.matrix.msc3245.voice': {},
    ...(duration !== undefined && { 'org.matrix.msc1767.audio': { duration } }),
  }
}
