import { resolve } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { type ProtectedFolders, refusalOf } from '@hermes/safety/protect'
import { createPathClasses } from '../places/paths.js'
import { rulesOfFiles } from '../rules/persistence.js'
import type { AssessCall, CallContext } from './assess-call.js'
import { type Assessment, unsuspicious } from './assessment.js'

export interface FileAssessorOptions {
  /** Where a path leads, links resolved, as the file tools find it. */
  readonly resolvePath: (path: string) => Promise<string>
}

/**
 * Judges the calls of `write_file` and `patch`. What nobody may write the tools refuse by themselves; what is left is ordinary
 * work, but for the files that something else runs by itself: hooks, settings of git and of editors.
 */
export function createFileAssessor({ resolvePath }: FileAssessorOptions): AssessCall {
  return async (args, context) => {
    const subject = describe(args)
    const found = await Promise.all(pathsOf(args).map((path) => look(path, context, resolvePath)))
    const assessment: Assessment = found.some(Boolean)
      ? { verdict: 'ask', reasons: [rulesOfFiles.startUp], findings: [{ reason: rulesOfFiles.startUp }] }
      : unsuspicious
    return { subject, inEnvironment: true, assessment }
  }
}

async function look(path: string, context: CallContext, resolvePath: FileAssessorOptions['resolvePath']) {
  // What cannot be resolved cannot be written either: the tool says why.
  const end = await resolvePath(path).catch(() => resolve(context.workingDirectory, path))
  const classes = createPathClasses(context.home, context.agentHome)
  const folders: ProtectedFolders = { home: context.home, workspace: context.workingDirectory, mode: 'default' }
  return classes.isStartUpFile(end) && refusalOf('write', end, folders) === undefined
}

const patchHeader = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm

function pathsOf({ path, patch }: JsonObject): readonly string[] {
  const named = typeof path === 'string' ? [path] : []
  const inPatch = typeof patch === 'string' ? [...patch.matchAll(patchHeader)].map(([, name = '']) => name.trim()) : []
  return [...named, ...inPatch]
}

function describe(args: JsonObject): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
