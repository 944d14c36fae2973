import { dirname, isAbsolute } from 'node:path'
import type { AssessCall, AssessContext, Assessment, AssessmentFinding, JsonObject, OutwardEffect } from '@hermes/core'
import { denialReason, type ProtectedFolders } from '@hermes/safety/protect'
import { createPathClasses } from '../places/paths.js'
import { isToolStartUp, setsNpmProgram } from '../places/tool-start-up.js'
import { isWritablePlace, type WritablePlaces } from '../places/writable-places.js'
import { lastingChange } from '../provenance/lasting-change.js'
import { opensConnections } from '../provenance/network-code.js'
import { rulesOfFiles } from '../rules/persistence.js'
import { unsuspicious } from './assessment.js'
import { describeArguments } from './describe-arguments.js'

export interface FileAssessorOptions {
  /** Resolves the links of an absolute path, or of one that starts with `~`, as the file tools do for this call. */
  readonly resolvePath: (path: string, call: AssessContext['call']) => Promise<string>
  /** Where calls may write without a question. Called for each call. Default: everywhere. */
  readonly writable?: () => WritablePlaces | Promise<WritablePlaces>
  /** Called with the resolved path of each path in a call. The tool must not write anywhere else. */
  readonly onJudged?: (judged: JudgedPath) => void
}

/** A path in a call, and its target when the call was assessed. */
export interface JudgedPath {
  readonly call: NonNullable<AssessContext['call']>
  readonly path: string
  readonly place: string
  /** Whether the text that the call writes opens connections when it runs. */
  readonly opensConnections: boolean
}

/**
 * Creates an assessor for tools that write the files named by the argument `path` or by a `patch`. The tools themselves
 * refuse protected files. The assessor asks about other files that programs execute and about those outside the
 * conversation's folders.
 */
export function createFileAssessor(options: FileAssessorOptions): AssessCall {
  return async (args, context) => {
    const places = await options.writable?.()
    const connects = textsOf(args).some(opensConnections)
    const found = await Promise.all(
      pathsOf(args).map((path) => judge(path, { args, context, options, places, connects })),
    )
    const questions = found.flatMap(({ question }) => question ?? [])
    const outward = found.flatMap(({ lasting }) => lasting ?? [])
    const shown = { inEnvironment: true, subject: describeArguments(args), outward }
    if (questions.length === 0) return { ...unsuspicious, ...shown }
    const targets = questions.map(({ command }) => `writes ${command}`)
    return { ...toQuestion(questions), ...shown, subject: [...new Set(targets), shown.subject].join('\n') }
  }
}

/** A question about a file, which is its `command`, so that a pattern of the user can allow it. */
type FileQuestion = Required<AssessmentFinding> & { readonly kind: keyof typeof rulesOfFiles }

function toQuestion(findings: readonly FileQuestion[]): Assessment {
  const folders = [...new Set(findings.map(({ command }) => dirname(command)))]
  const keys = findings.map(({ kind, command }) => JSON.stringify([kind, dirname(command)]))
  return {
    verdict: 'ask',
    reasons: [...new Set(findings.map(({ reason }) => reason))],
    findings: findings.map(({ reason, command }) => ({ reason, command })),
    consent: { text: `files in ${folders.join(', ')}`, keys: [...new Set(keys)] },
  }
}

interface JudgedFile {
  readonly question?: FileQuestion
  readonly lasting?: OutwardEffect | undefined
}

interface Judging {
  readonly args: JsonObject
  readonly context: AssessContext
  readonly options: FileAssessorOptions
  readonly places: WritablePlaces | undefined
  readonly connects: boolean
}

async function judge(path: string, judging: Judging): Promise<JudgedFile> {
  const { context, options } = judging
  const whole = fromFolder(path, context.workingDirectory)
  const place = await options.resolvePath(whole, context.call).catch(() => undefined)
  // An unresolvable path cannot be written either, and the tool reports why.
  if (place === undefined) return {}
  if (context.call) options.onJudged?.({ call: context.call, path, place, opensConnections: judging.connects })
  const folders: ProtectedFolders = {
    home: context.home,
    ...(context.agentHome !== undefined && { agentHome: context.agentHome }),
    workspace: context.workingDirectory,
    mode: 'default',
  }
  if (denialReason('write', place, folders) !== undefined) return {}
  const kind = kindOf(place, judging)
  const lasting = lastingChange(place, kind === 'startUp')
  if (kind === undefined) return { lasting }
  const reason = kind === 'outside' ? rulesOfFiles.outside(place) : rulesOfFiles[kind]
  return { question: { kind, reason, command: place }, lasting }
}

function kindOf(place: string, { args, context, places }: Judging): FileQuestion['kind'] | undefined {
  const { home, agentHome } = context
  if (createPathClasses(home, agentHome).isStartUpFile(place)) return 'startUp'
  if (places && !isWritablePlace(place, places)) return 'outside'
  const below = places?.folders.find((folder) => place.startsWith(`${folder}/`))
  const ownName = below === undefined ? place : place.slice(below.length)
  return isToolStartUp(ownName) || setsNpmProgram(ownName, textsOf(args)) ? 'startUp' : undefined
}

/** Not normalized, because the file system decides where `link/..` leads. */
function fromFolder(path: string, folder: string): string {
  return isAbsolute(path) || path === '~' || path.startsWith('~/') ? path : `${folder}/${path}`
}

/** The same format that the tool parses. */
const patchHeader = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): *(?! )(.*\S)[^\S\n]*$/gm

function pathsOf({ path, patch }: JsonObject): readonly string[] {
  const named = typeof path === 'string' ? [path] : []
  const inPatch = typeof patch === 'string' ? [...patch.matchAll(patchHeader)].map(([, name = '']) => name) : []
  return [...named, ...inPatch]
}

function textsOf({ content, new_string, patch }: JsonObject): readonly string[] {
  return [content, new_string, patch].filter((text) => typeof text === 'string')
}
