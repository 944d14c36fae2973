import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunProgram } from '@hermes/core/extension'
import { inFolder } from './command/in-folder.js'
import { runCommand } from './command/run-command.js'
import { extensionOf, type Sound } from './sound.js'
import type { Transcriber } from './transcriber.js'

export interface TrimOptions {
  readonly run: RunProgram
  /** Absolute path of the folder where files are created and removed. */
  readonly folder: string
  /** The time limit of each program, in milliseconds. */
  readonly timeoutMs: number
}

/** Minimum length of a recording. Shorter ones offer little to save. */
const leastSeconds = 12
/** Quieter sound counts as silence. This much of it stays, so that words keep their distance. */
const [threshold, keptSeconds] = ['-40dB', 0.3]

const measure = 'ffprobe -v error -show_entries format=duration -of csv=p=0 {input}'.split(' ')
const filter = [
  `silenceremove=start_periods=1:start_silence=${keptSeconds}:start_threshold=${threshold}`,
  `stop_periods=-1:stop_duration=${keptSeconds}:stop_silence=${keptSeconds}:stop_threshold=${threshold}`,
].join(':')
const trim = `ffmpeg -nostdin -loglevel error -i {input} -vn -af ${filter} -ac 1 -c:a libopus -b:a 32k {output}`.split(
  ' ',
)

/**
 * Wraps a transcriber so that it gets recordings of 12 seconds or more without their silence, because services bill
 * each second and hear words in silence. Needs `ffmpeg`. Recordings that it cannot read are passed on unchanged.
 */
export function withTrimmedSilence(transcriber: Transcriber, options: TrimOptions): Transcriber {
  return {
    transcribe: async (sound, { signal }) =>
      transcriber.transcribe((await trimmed(sound, options, signal)) ?? sound, { signal }),
  }
}

/** Returns `undefined` if there is nothing to trim. */
async function trimmed(
  { content, mediaType }: Sound,
  { folder: parent, ...programs }: TrimOptions,
  signal: AbortSignal,
): Promise<Sound | undefined> {
  return inFolder(parent, async (folder) => {
    const [input, output] = [join(folder, `input.${extensionOf(mediaType)}`), join(folder, 'output.ogg')]
    const call = (command: readonly string[]) =>
      runCommand({ ...programs, folder, command }, { workingDirectory: folder, values: { input, output }, signal })
    await writeFile(input, content, { mode: 0o600 })
    try {
      const { stdout } = await call(measure)
      // `N/A` when a recording does not specify it.
      if (!(Number.parseFloat(stdout) >= leastSeconds)) return undefined
      await call(trim)
      return { content: await readFile(output), mediaType: 'audio/ogg' }
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  })
}
