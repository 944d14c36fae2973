import { defineTool, HermesError, type Tool, type ToolOutcome } from '@hermes/core'
import { pathScoped } from '../../shared/path-scoped.js'
import { fileError, withFileErrors } from '../file-error.js'
import type { FileCall } from '../file-services.js'
import { rememberChange, staleWarning } from '../stale-change.js'
import { loadText } from '../text-file.js'
import { encodeText } from '../text-format.js'
import { patchIdentity } from '../tool-identities.js'
import type { FileChange } from '../unified-diff.js'
import { loadAll, locateAll, type PatchPlace, planChanges, writeChanges } from './change-set.js'
import { parsePatch } from './parse-patch.js'
import { isPatch, type PatchArguments, parameters, replacementIn, required } from './patch-arguments.js'
import type { PatchServices } from './patch-services.js'
import { previewPatch } from './preview-patch.js'

export function patchTool(services: PatchServices): Tool {
  return defineTool({
    ...patchIdentity,
    description:
      'Change parts of files: replace one text in a file, or apply a patch to several files, all or nothing.',
    parameters,
    effect: 'once',
    // A patch may change several files atomically, so it runs alone.
    concurrency: { paths: (args) => (args.mode === 'patch' ? [] : pathScoped.paths(args)) },
    changesFiles: true,
    ...(services.assess && { assess: services.assess }),
    callableFromPrograms: true,
    kind: 'edit',
    preview: (args, call) => previewPatch(parameters.parse(args), services, call),
    run: (args, call) => {
      if (isPatch(args)) {
        return applyPatch(required(args, 'patch'), services, call)
      }
      return replaceInFile(args, services, call)
    },
  })
}

async function replaceInFile(args: PatchArguments, services: PatchServices, call: FileCall): Promise<ToolOutcome> {
  const { access, limits } = services
  const path = required(args, 'path')
  const replacement = replacementIn(args)
  const file = await access.locate('write', path, call)
  return access.exclusively(file, async () => {
    const { text, format } = await loadText(access, path, file, limits)
    const replacing = () => services.edits.replace(text, replacement(format), call.signal)
    const result = await withHints([{ path, file }], replacing, { services, call })
    const data = encodeText(result.text, format)
    const warning = await staleWarning({ path, file }, services, call)
    call.signal.throwIfAborted()
    await withFileErrors(path, () => access.files.write(file, data))
    await rememberChange(file, services, call)
    const tolerance = result.tolerance === undefined ? '' : `, found by ignoring differences of ${result.tolerance}`
    const summary = `Patched ${path} (${result.count} ${result.count === 1 ? 'place' : 'places'}${tolerance}).${warning}`
    const outcome = await report(summary, [{ path, before: text, after: result.text }], { services, call })
    return { ...outcome, amount: { count: result.count, unit: 'place' } }
  })
}

async function applyPatch(patch: string, services: PatchServices, call: FileCall): Promise<ToolOutcome> {
  const { access } = services
  const operations = parsePatch(patch)
  const places = await locateAll('write', operations, access, call)
  const files = [...new Set(places.map(({ file }) => file))].sort()
  const work = async () => {
    const loaded = await loadAll(places, services)
    const planning = () => planChanges(operations, loaded, { edits: services.edits, signal: call.signal })
    const changes = await withHints(places, planning, { services, call })
    if (changes.length === 0) throw fileError('invalid', 'The patch changes nothing: old and new lines are the same.')
    const warnings = await Promise.all(changes.map((change) => staleWarning(change, services, call)))
    call.signal.throwIfAborted()
    await writeChanges(access, changes)
    for (const { file } of changes) await rememberChange(file, services, call)
    const summary = `Patched ${changes.length} ${changes.length === 1 ? 'file' : 'files'}.${warnings.join('')}`
    const outcome = await report(summary, changes, { services, call })
    return { ...outcome, amount: { count: changes.length, unit: 'file' } }
  }
  return files.reduceRight((inner, file) => () => access.exclusively(file, inner), work)()
}

interface Context {
  readonly services: PatchServices
  readonly call: FileCall
}

async function report(
  summary: string,
  changes: readonly FileChange[],
  { services, call }: Context,
): Promise<ToolOutcome> {
  const diffs = await Promise.all(changes.map((change) => services.diff(change, call.signal)))
  const diff = diffs.join('\n')
  const broken: string[] = []
  for (const change of changes) broken.push(await services.syntax(change, call.signal))
  return { content: `${summary}\n${diff}${broken.join('')}`, display: { diff } }
}

/** Adds hints when changes of the same files fail repeatedly. */
async function withHints<Value>(
  places: readonly PatchPlace[],
  change: () => Promise<Value>,
  { services, call }: Context,
): Promise<Value> {
  try {
    return await change()
  } catch (error) {
    if (!HermesError.is(error) || error.code !== 'file/no-match') throw error
    const session = services.history.of(call.sessionId)
    const failures = Math.max(...places.map(({ file }) => session.fail(file)))
    throw fileError('no-match', `${error.message}${hintAfter(failures)}`, error)
  }
}

function hintAfter(failures: number): string {
  if (failures < 2) return ''
  if (failures === 2)
    return '\nThis failed twice: read the place again, and copy what is there without the line numbers.'
  return `\nThis failed ${failures} times: change less at once, or write the whole file with write_file. The same call will fail again.`
}
