import type { Choice } from '@hermes/core'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../command.js'

export type ApprovalMode = NonNullable<Choice['approvals']>

export interface ApprovalsServices {
  /** The configured mode, for conversations without a choice. */
  readonly usualMode: () => ApprovalMode
}

const meanings: Readonly<Record<ApprovalMode, string>> = {
  manual: 'You are asked before a dangerous command runs.',
  smart: 'A model decides about dangerous commands, and you are asked when it is not sure.',
  off: 'Dangerous commands run without a question; the most dangerous are still refused.',
}

/** `/approvals [manual | smart | off]` */
export function approvalsCommand({ usualMode }: ApprovalsServices): Command {
  return {
    name: 'approvals',
    usage: '[manual | smart | off]',
    description: 'show what happens to dangerous commands here, or set it',
    category: 'settings',
    who: 'admin',
    complete: async (prefix) =>
      modes.filter((mode) => mode.startsWith(prefix)).map((text) => ({ text, detail: meanings[text] })),
    async run(args, context) {
      const mode = context.conversation.choice.approvals ?? usualMode()
      if (args === '') return offerModes(mode)
      if (!isMode(args)) return { type: 'error', text: 'The modes are manual, smart and off.' }
      return chooseMode(args, context)
    },
  }
}

/** `/yolo`: toggles questions in this conversation. */
export function yoloCommand({ usualMode }: ApprovalsServices): Command {
  return {
    name: 'yolo',
    description: 'run dangerous commands without asking, or ask again',
    category: 'settings',
    who: 'admin',
    async run(_, context) {
      const usual = usualMode()
      const asking = usual === 'off' ? 'manual' : usual
      const current = context.conversation.choice.approvals ?? usual
      return chooseMode(current === 'off' ? asking : 'off', context)
    },
  }
}

const modes: readonly ApprovalMode[] = ['manual', 'smart', 'off']

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
