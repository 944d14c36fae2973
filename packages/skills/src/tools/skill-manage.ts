import { type AssessCall, defineTool, HermesError, type Tool } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import type { Scan } from '@hermes/safety/scan'
import * as z from 'zod'
import type { SkillEntry } from '../find/index.js'
import { type SkillFinding, scanSkillText } from '../guard/index.js'
import type { ChangedFile, SkillRefinements } from '../refine/index.js'
import type { SkillStore } from '../store/index.js'
import { type CheckedFolder, changeSkill, operationSchema, type SkillOperation } from '../write/index.js'
import { skillManageIdentity } from './tool-identities.js'

export interface SkillManageOptions {
  readonly store: SkillStore
  /** Finds the skill with this name, wherever it is, even if it is disabled. */
  readonly lookUp: (name: string) => Promise<SkillEntry | undefined>
  /** Returns the source that a skill was installed from, if it was installed. */
  readonly sourceOf: (entry: SkillEntry) => Promise<string | undefined>
  /**
   * Whether every change needs approval. Otherwise, only changes of installed skills and dangerous-looking changes do.
   */
  readonly isAlwaysAsked: boolean
  /** Scans the text to save. Default: the rules alone. */
  readonly scan?: Scan
  /** Skills whose changes wait for the person's answer. Default: none. */
  readonly refinements?: Pick<SkillRefinements, 'isOpen' | 'propose'>
  /** Formats the changed files of a proposal as a unified diff. Default: they are not shown. */
  readonly diffOf?: (files: readonly ChangedFile[]) => Promise<string>
}

const { content, old_string: oldString, file_path: filePath } = operationSchema.shape

const parameters = operationSchema.extend({
  content: content.describe('create, edit: the whole SKILL.md.'),
  old_string: oldString.describe('patch: a text that occurs once.'),
  file_path: filePath.describe('Of files and patch (default SKILL.md): references/api.md'),
  name: z.string().min(1).max(64).describe('Lower-case letters, digits, hyphens.'),
  category: z.string().max(64).optional().describe('For create.'),
  operations: z.array(operationSchema).max(20).optional().describe('More steps on this skill, all or none.'),
})

type Arguments = z.output<typeof parameters>

/** Creates the tool that creates, changes and deletes the skills of the home. */
export function skillManageTool(options: SkillManageOptions): Tool<Arguments> {
  const { store, lookUp, refinements, diffOf } = options
  return defineTool({
    ...skillManageIdentity,
    description:
      'Save how a recurring task is done, once it has worked: when to use it, steps, pitfalls. Correct a skill that was wrong. Nothing that only concerns this task.',
    effect: 'once',
    concurrency: 'never',
    delegable: false,
    changesFiles: false,
    parameters,
    assess: assessor(options),
    summarize: ({ action, name }) => `${String(action)} ${String(name)}`,
    async run({ name, category, operations = [], ...first }, { sessionId, run }) {
      const read = run?.origins?.list().map((origin) => oneLine(`${origin.kind} ${origin.name ?? ''}`, 200))
      const all = [first, ...operations]
      const isAgreed = (await dangerIn(all, options.scan)).length > 0
      const author = { by: 'agent', sessionId, read: read?.length ? read : undefined } as const
      const edit = { name, category, operations: all, author }
      // The gate has assessed a danger that the arguments show, but not one that only the whole skill shows.
      const approve = async ({ scan }: CheckedFolder) => {
        if (scan.verdict === 'dangerous' && !isAgreed) throw tooDangerous(scan.findings)
      }
      if (await refinements?.isOpen(name)) {
        const files = (await refinements?.propose(edit, approve)) ?? []
        return { content: proposed(name), ...(diffOf && { display: { diff: await diffOf(files) } }) }
      }
      const { change, advice } = await changeSkill(edit, { store, current: await lookUp(name), approve })
      return [`${done[change.action] ?? 'Saved'} the skill "${name}" (change ${change.id}).`, ...advice].join('\n')
    },
  })
}

const proposed = (name: string) =>
  `Not saved yet: the skill "${name}" is being refined, so the user accepts or rejects the change. Another change of it replaces this one and starts from the saved version.`

const done: Readonly<Record<string, string>> = { create: 'Created', edit: 'Changed', delete: 'Deleted' }

function assessor({ lookUp, sourceOf, isAlwaysAsked, scan }: SkillManageOptions): AssessCall {
  return async (args) => {
    const parsed = parameters.safeParse(args)
    if (!parsed.success) return { verdict: 'run', reasons: [], outward: [] }
    const { name, action, operations = [], ...rest } = parsed.data
    const entry = await lookUp(name)
    const source = entry && (await sourceOf(entry))
    const dangers = await dangerIn([{ action, ...rest }, ...operations], scan)
    const reasons = [
      ...(isAlwaysAsked ? ['It changes a skill, which later conversations follow.'] : []),
      ...(source === undefined ? [] : [`It changes a skill that was installed from ${source}.`]),
      ...(dangers.length > 0
        ? [`Its text looks like an attack: ${[...new Set(dangers.map(({ id }) => id))].join(', ')}.`]
        : []),
    ]
    return {
      verdict: reasons.length > 0 ? 'ask' : 'run',
      reasons,
      outward: [
        {
          kind: 'lasts',
          does: `${action === 'create' ? 'save' : action === 'delete' ? 'delete' : 'change'} the skill ${name}, which later conversations follow`,
        },
      ],
    }
  }
}

async function dangerIn(
  operations: readonly SkillOperation[],
  scan: Scan | undefined,
): Promise<readonly SkillFinding[]> {
  const parts = operations.flatMap(({ file_path: path = 'SKILL.md', content, new_string, file_content }) =>
    [content, new_string, file_content].flatMap((text) => (text === undefined ? [] : { path, text })),
  )
  const scans = await Promise.all(parts.map(({ path, text }) => scanSkillText(path, text, scan)))
  return scans.flatMap(({ verdict, findings }) => (verdict === 'dangerous' ? findings : []))
}

function tooDangerous(findings: readonly SkillFinding[]): HermesError {
  const ids = [...new Set(findings.map(({ id }) => id))].join(', ')
  return new HermesError('skill/refused', `The skill was not saved: as a whole it looks like an attack (${ids}).`)
}
