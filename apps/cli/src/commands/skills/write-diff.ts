import type { SkillUpdate } from '@hermes/skills'
import { type Io, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'

/** Writes what an update changes in each file. For files that are not text, only the size is shown. */
export async function writeDiff({ stdout, t }: Io, { files, read }: SkillUpdate): Promise<void> {
  const { unifiedDiff } = await import('@hermes/tools')
  for (const path of [...files.taken, ...files.removed, ...files.kept]) {
    const { ours, theirs } = await read(path)
    if ([ours, theirs].some((bytes) => bytes?.subarray(0, 8_192).includes(0))) {
      await writeLine(stdout, safeText(t`${path}: no text, ${ours?.length ?? 0} to ${theirs?.length ?? 0} bytes`))
      continue
    }
    const [before, after] = [ours?.toString('utf8'), theirs?.toString('utf8')]
    for (const line of unifiedDiff({ path, before, after }).split('\n')) await writeLine(stdout, safeText(line))
  }
}
