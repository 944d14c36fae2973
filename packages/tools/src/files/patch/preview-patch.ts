import type { FileCall } from '../file-services.js'
import { loadText } from '../text-file.js'
import type { FileChange } from '../unified-diff.js'
import { loadAll, locateAll, planChanges } from './change-set.js'
import { parsePatch } from './parse-patch.js'
import { isPatch, type PatchArguments, replacementIn, required } from './patch-arguments.js'
import type { PatchServices } from './patch-services.js'

/** Returns a unified diff of what `patch` would change. @throws {HermesError} when the call would fail. */
export async function previewPatch(args: PatchArguments, services: PatchServices, call: FileCall): Promise<string> {
  const changes = isPatch(args)
    ? await plannedChanges(required(args, 'patch'), services, call)
    : [await plannedReplacement(args, services, call)]
  return (await Promise.all(changes.map((change) => services.diff(change, call.signal)))).join('\n')
}

async function plannedChanges(patch: string, services: PatchServices, call: FileCall): Promise<readonly FileChange[]> {
  const operations = parsePatch(patch)
  const loaded = await loadAll(await locateAll('read', operations, services.access, call), services)
  return planChanges(operations, loaded, { edits: services.edits, signal: call.signal })
}

async function plannedReplacement(
  args: PatchArguments,
  { access, edits, limits }: PatchServices,
  call: FileCall,
): Promise<FileChange> {
  const path = required(args, 'path')
  const replacement = replacementIn(args)
  const { text, format } = await loadText(access, path, await access.locate('read', path, call), limits)
  const { text: after } = await edits.replace(text, replacement(format), call.signal)
  return { path, before: text, after }
}
