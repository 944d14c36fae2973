import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '../sound.js'
import type { Transcriber } from '../transcriber.js'
import { inFolder } from './in-folder.js'
import { runCommand } from './run-command.js'
import type { SpeechCommand } from './speech-command.js'

export interface CommandTranscriberOptions extends SpeechCommand {
  /** The value of `{language}`. Default: empty. */
  readonly language?: string
  /** The value of `{model}`. Default: empty. */
  readonly model?: string
}

/**
 * Creates a transcriber that uses a program: `{input}` in its arguments is the file, and the text is what it prints.
 */
export function createCommandTranscriber(options: CommandTranscriberOptions): Transcriber {
  const { language = '', model = '' } = options
  return {
    transcribe: ({ content, mediaType }, { signal }) =>
      inFolder(options.folder, async (folder) => {
        const input = join(folder, `input.${extensionOf(mediaType)}`)
        await writeFile(input, content, { mode: 0o600 })
        const values = { input, language, model }
        return (await runCommand(options, { workingDirectory: folder, values, signal })).stdout.trim()
      }),
  }
}
