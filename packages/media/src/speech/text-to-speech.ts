import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import { extensionOf } from './sound.js'
import type { Speaker } from './speaker.js'
import { textToSpeechIdentity } from './tool-identity.js'

export interface TextToSpeechOptions {
  readonly speaker: Speaker
  /** Absolute path of the folder where the files are stored. */
  readonly folder: string
}

const parameters = z.object({
  text: z.string().trim().min(1).describe('What is said, as plain text: no Markdown, no links, no code.'),
})

/** Creates the tool `text_to_speech`, which speaks a text and stores it as a file that an answer can send. */
export function textToSpeechTool({ speaker, folder }: TextToSpeechOptions): Tool {
  return defineTool({
    ...textToSpeechIdentity,
    description:
      'Say a text. The result is a line MEDIA:/path: put it into your answer, alone on a line, to send the sound.',
    effect: 'read',
    concurrency: 'safe',
    parameters,
    async run({ text }, { signal }) {
      const { maxChars } = speaker
      if (text.length > maxChars)
        return {
          content: `The text has ${text.length} characters; at most ${maxChars} can be said at once: split it.`,
          isError: true,
        }
      const { content, mediaType } = await speaker.speak(text, { signal })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${randomUUID()}.${extensionOf(mediaType)}`)
      await writeFile(path, content, { mode: 0o600 })
      return `MEDIA:${path}`
    },
  })
}
