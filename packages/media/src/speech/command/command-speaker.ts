import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sound } from '../sound.js'
import type { Speaker } from '../speaker.js'
import { speechError } from '../speech-error.js'
import { inFolder } from './in-folder.js'
import { runCommand } from './run-command.js'
import type { SpeechCommand } from './speech-command.js'

export interface CommandSpeakerOptions extends SpeechCommand {
  /** The value of `{voice}`. Default: empty. */
  readonly voice?: string
  /** The value of `{model}`. Default: empty. */
  readonly model?: string
  /** The value of `{speed}`. Default: 1. */
  readonly speed?: number
}

const toOgg = 'ffmpeg -nostdin -loglevel error -i {input} -ac 1 -c:a libopus -b:a 32k {output}'.split(' ')

/**
 * Creates a speaker that uses a program: `{input}` in its arguments is a file with the text, `{output}` the WAV file
 * that it writes. `ffmpeg` converts it to Ogg; without `ffmpeg`, it stays WAV.
 */
export function createCommandSpeaker(options: CommandSpeakerOptions): Speaker {
  const { voice = '', model = '', speed = 1 } = options
  return {
    maxChars: 5000,
    speak: (text, { signal }) =>
      inFolder(options.folder, async (folder) => {
        const [input, output] = [join(folder, 'input.txt'), join(folder, 'output.wav')]
        await writeFile(input, text, { mode: 0o600 })
        const values = { input, output, voice, model, speed: String(speed) }
        await runCommand(options, { workingDirectory: folder, values, signal })
        return (await asOgg(output, folder, signal)) ?? wavAt(output)
      }),
  }

  async function asOgg(input: string, folder: string, signal: AbortSignal): Promise<Sound | undefined> {
    const output = join(folder, 'output.ogg')
    try {
      await runCommand({ ...options, command: toOgg }, { workingDirectory: folder, values: { input, output }, signal })
      return { content: await readFile(output), mediaType: 'audio/ogg' }
    } catch {
      // Without `ffmpeg`, or without its Opus encoder, the file stays unchanged.
      signal.throwIfAborted()
      return undefined
    }
  }

  async function wavAt(path: string): Promise<Sound> {
    try {
      return { content: await readFile(path), mediaType: 'audio/wav' }
    } catch (error) {
      throw speechError(`"${options.command[0]}" wrote no file to {output}.`, error)
    }
  }
}
