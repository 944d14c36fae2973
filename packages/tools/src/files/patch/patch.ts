import { defineTool, type Tool, type ToolOutcome } from '@hermes/core'
import * as z from 'zod'
import { pathScoped } from '../../schedule.js'
import type { FileAccess } from '../file-access.js'
import { explained, fileError } from '../file-error.js'
import type { FileLimits } from '../file-limits.js'
import { loadText } from '../text-file.js'
import { encodeText } from '../text-format.js'
import { locateAll, planChanges, writeChanges } from './change-set.js'
import { parsePatch } from './parse-patch.js'
import { replaceText } from './replace-text.js'
import { type FileChange, unifiedDiff } from './unified-diff.js'

const parameters = z.object({
  mode: z.enum(['replace', 'patch']).default('replace'),
  path: z.string().optional().describe('For replace.'),
  old_string: z.string().optional().describe('Text as it stands in the file, without line numbers; has to be unique.'),
  new_string: z.string().optional(),
  replace_all: z.boolean().default(false),
  patch: z
    .string()
    .optional()
    .describe(
      'For patch (V4A): *** Begin Patch, then for each file "*** Update File: path" with "@@ line above", " kept", "-old", "+new" lines, or "*** Add File: path" with "+" lines, or "*** Delete File: path", then *** End Patch.',
    ),
})

type Arguments = z.infer<typeof parameters>

export function patchTool(access: FileAccess, limits: FileLimits): Tool {
  return defineTool({
    name: 'patch',
    description:
      'Change parts of files: replace one text in a file, or apply a patch to several files, all or nothing.',
    toolset: 'file',
    parameters,
    effect: 'once',
    concurrency: pathScoped,
    run: (args, { signal }) => {
      if (args.mode === 'patch' || (args.patch !== undefined && args.path === undefined)) {
        return applyPatch(required(args, 'patch'), { access, limits, signal })
      }
      return replaceInFile(args, { access, limits, signal })
    },
  })
}

interface Services {
  readonly access: FileAccess
  readonly limits: FileLimits
  readonly signal: AbortSignal
}

function required(args: Arguments, name: 'path' | 'old_string' | 'new_string' | 'patch'): string {
  const value = args[name]
  if (value === undefined) throw fileError('invalid', `The argument ${name} is missing: mode "${args.mode}" needs it.`)
  return value
}

async function replaceInFile(args: Arguments, { access, limits, signal }: Services): Promise<ToolOutcome> {
  const path = required(args, 'path')
  const [before, after] = [required(args, 'old_string'), required(args, 'new_string')]
  const file = await access.locate('write', path)
  return access.exclusively(file, async () => {
    const { text, format } = await loadText(access, path, file, limits)
    const isCrlf = format.lineEnd === '\r\n'
    const toLf = (part: string) => (isCrlf ? part.replaceAll('\r\n', '\n') : part)
    const result = replaceText(text, { before: toLf(before), after: toLf(after), all: args.replace_all })
    signal.throwIfAborted()
    await explained(path, () => access.files.write(file, encodeText(result.text, format)))
    const tolerance = result.tolerance === undefined ? '' : `, found by ignoring differences of ${result.tolerance}`
    const summary = `Patched ${path} (${result.count} ${result.count === 1 ? 'place' : 'places'}${tolerance}).`
    return report(summary, [{ path, before: text, after: result.text }])
  })
}

async function applyPatch(patch: string, { access, limits, signal }: Services): Promise<ToolOutcome> {
  const operations = parsePatch(patch)
  const places = await locateAll(access, operations)
  const files = [...new Set(places.map(({ file }) => file))].sort()
  const work = async () => {
    const changes = await planChanges(operations, places, { access, limits })
    if (changes.length === 0) throw fileError('invalid', 'The patch changes nothing: old and new lines are the same.')
    signal.throwIfAborted()
    await writeChanges(access, changes)
    return report(`Patched ${changes.length} ${changes.length === 1 ? 'file' : 'files'}.`, changes)
  }
  return files.reduceRight((inner, file) => () => access.exclusively(file, inner), work)()
}

function report(summary: string, changes: readonly FileChange[]): ToolOutcome {
  const diff = changes.map((change) => unifiedDiff(change)).join('\n')
  return { content: `${summary}\n${diff}`, display: { diff } }
}
