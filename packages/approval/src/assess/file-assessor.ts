import { resolve } from 'node:path'
import type { AssessCall, AssessContext, JsonObject } from '@hermes/core'
import { type ProtectedFolders, refusalOf } from '@hermes/safety/protect'
import { createPathClasses } from '../places/paths.js'
import { rulesOfFiles } from '../rules/persistence.js'
import { unsuspicious } from './assessment.js'
import { describeArguments } from './describe-arguments.js'

export interface FileAssessorOptions {
  /** Where a path leads, links resolved, as the file tools find it. */
  readonly resolvePath: (path: string) => Promise<string>
}

/**
 * Judges the calls of tools that write the file which their argument `path` or a `patch` names. What nobody may write the tools refuse by themselves; what is left is ordinary
 * work, but for the files that something else runs by itself: hooks, settings of git and of editors.
 */
export function createFileAssessor({ resolvePath }: FileAssessorOptions): AssessCall {
  return async (args, context) => {
    const found = await Promise.all(pathsOf(args).map((path) => look(path, context, resolvePath)))
    const shown = { subject: describeArguments(args), inEnvironment: true }
    if (!found.some(Boolean)) return { ...unsuspicious, ...shown }
    const reason = rulesOfFiles.startUp
    return { verdict: 'ask', reasons: [reason], findings: [{ reason }], ...shown }
  }
}

async function look(path: string, context: AssessContext, resolvePath: FileAssessorOptions['resolvePath']) {
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
