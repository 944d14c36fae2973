import type { Choice, SessionId } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../../command.js'
import type { Confirmations } from '../../confirm.js'

export type ApprovalMode = NonNullable<Choice['approvals']>

export interface ApprovalsServices {
  /** The configured mode, for conversations that have not chosen one. */
  readonly usualMode: () => ApprovalMode
  /** Lists what people allowed for the rest of a conversation, oldest first. Default: unknown. */
  readonly allowances?: (id: SessionId) => Promise<readonly SessionAllowance[]>
  /** Forgets the allowances of a conversation. @returns how many were forgotten. */
  readonly askAgain?: (id: SessionId) => Promise<number>
  /** The destructive commands that run without confirmation. Default: there are none. */
  readonly confirmations?: Pick<Confirmations, 'list' | 'forget'>
}

/** An allowance that lasts as long as its conversation. */
export interface SessionAllowance {
  /** What the allowance covers: `rm with paths inside /work`. */
  readonly text: string
  /** The call that prompted the question. */
  readonly subject: string
  readonly atMs: number
}

const meanings: Readonly<Record<ApprovalMode, string>> = {
  edits: 'You are asked before a file is changed and before a dangerous command runs.',
  manual: 'You are asked before a dangerous command runs.',
  smart: 'A model decides about dangerous commands, and you are asked when it is not sure.',
  off: 'Dangerous commands run without a question; the most dangerous are still refused.',
}

/**
 * `/approvals [edits | manual | smart | off | list | forget]`: sets the mode of approvals, and lists or forgets
 * allowances.
 */
export function approvalsCommand(services: ApprovalsServices): Command {
  const { usualMode } = services
  return {
    name: 'approvals',
    usage: '[edits | manual | smart | off | list | forget]',
    description: 'show or set how dangerous commands are approved',
    category: 'settings',
    changesChoice: true,
    who: 'admin',
    complete: async (prefix) =>
      Object.entries({ ...meanings, ...others })
        .filter(([name]) => name.startsWith(prefix))
        .map(([text, detail]) => ({ text, detail })),
    async run(args, context) {
      if (args === 'list') return listAllowances(services, context)
      if (args === 'forget') return forgetAllowances(services, context)
      const mode = context.conversation.choice.approvals ?? usualMode()
      if (args === '') return offerModes(mode)
      if (!isMode(args)) return { type: 'error', text: 'The modes are edits, manual, smart and off.' }
      return chooseMode(args, context)
    },
  }
}

const others = {
  list: 'Shows what you allowed for the rest of this conversation, and the commands that you always allowed.',
  forget:
    'You are asked again about everything that you allowed for the rest of this conversation, and before the commands that you always allowed.',
}

const nothing = 'Nothing was allowed for the rest of this conversation, and no command always.'

async function listAllowances(
  { allowances, confirmations }: ApprovalsServices,
  { conversation, person }: CommandContext,
): Promise<CommandOutcome> {
  const allowed = (await allowances?.(conversation.id)) ?? []
  const always = (await confirmations?.list(person)) ?? []
  if (allowed.length + always.length === 0) return { type: 'text', text: nothing }
  return {
    type: 'table',
    title: 'What you allowed',
    columns: [
      { key: 'covers', label: 'Covers' },
      { key: 'asked', label: 'Asked about' },
      { key: 'lasts', label: 'Lasts', format: 'words' },
      { key: 'at', label: 'Since', format: 'time' },
    ],
    rows: [
      ...allowed.map(({ text, subject, atMs }) => ({
        covers: text,
        asked: subject,
        lasts: 'this conversation',
        at: atMs,
      })),
      ...always.map(({ command, atMs }) => ({ covers: `/${command}`, asked: '', lasts: 'always', at: atMs })),
    ],
    note: '`/approvals forget` takes it back.',
  }
}

async function forgetAllowances(
  { askAgain, confirmations }: ApprovalsServices,
  { conversation, person }: CommandContext,
): Promise<CommandOutcome> {
  const count = ((await askAgain?.(conversation.id)) ?? 0) + ((await confirmations?.forget(person)) ?? 0)
  return { type: 'text', text: count === 0 ? nothing : others.forget }
}

/** `/yolo`: switches approval questions on or off in this conversation. */
export function yoloCommand({ usualMode }: ApprovalsServices): Command {
  return {
    name: 'yolo',
    description: 'turn approval questions off or on',
    category: 'settings',
    changesChoice: true,
    who: 'admin',
    async run(_, context) {
      const usual = usualMode()
      const asking = usual === 'off' ? 'manual' : usual
      const current = context.conversation.choice.approvals ?? usual
      return chooseMode(current === 'off' ? asking : 'off', context)
    },
  }
}

const modes: readonly ApprovalMode[] = ['edits', 'manual', 'smart', 'off']

function isMode(text: string): text is ApprovalMode {
  return Object.hasOwn(meanings, text)
}

async function chooseMode(mode: ApprovalMode, { conversation, person }: CommandContext): Promise<CommandOutcome> {
  await conversation.choose({ approvals: mode }, person)
  return { type: 'text', text: `${mode}: ${meanings[mode]}` }
}

function offerModes(current: ApprovalMode): CommandOutcome {
  return {
    type: 'choice',
    prompt: `${current}: ${meanings[current]}`,
    options: modes.map((mode) => ({
      label: mode,
      detail: meanings[mode],
      command: `/approvals ${mode}`,
      ...(mode === current && { isCurrent: true }),
    })),
  }
}
