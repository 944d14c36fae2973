import type { ApprovalMode, Runtime } from '@hermes/runtime'
import type { Conversation } from './conversation.js'
import type { ReplCommand } from './slash-command.js'

export interface ApprovalContext {
  readonly runtime: { readonly approvals: Pick<Runtime['approvals'], 'mode'> }
  readonly conversation: Pick<Conversation, 'approvalMode'>
  print(text: string): void
}

const meanings: Readonly<Record<ApprovalMode, string>> = {
  manual: 'You are asked before a dangerous command runs.',
  smart: 'A model decides about dangerous commands, and you are asked where it is not sure.',
  off: 'Dangerous commands run without a question; the worst are refused all the same.',
}

/** `/approvals [manual|smart|off]`: for this session, until the chat ends. */
export const approvals: ReplCommand<ApprovalContext> = {
  name: 'approvals',
  aliases: [],
  usage: '[mode]',
  description: 'show what happens to dangerous commands here, or set it: manual, smart, off',
  async run(args, { conversation, print }) {
    if (args === 'manual' || args === 'smart' || args === 'off') conversation.approvalMode = args
    else if (args !== '') print('The modes are manual, smart and off.\n')
    const mode = conversation.approvalMode
    print(`${mode}: ${meanings[mode]}\n`)
    return 'stay'
  },
}

/** `/yolo`: no questions in this session, or questions again. */
export const yolo: ReplCommand<ApprovalContext> = {
  name: 'yolo',
  aliases: [],
  usage: '',
  description: 'run dangerous commands of this session without asking, or ask again',
  async run(_, { conversation, runtime, print }) {
    const usual = runtime.approvals.mode()
    const asking = usual === 'off' ? 'manual' : usual
    conversation.approvalMode = conversation.approvalMode === 'off' ? asking : 'off'
    print(`${meanings[conversation.approvalMode]}\n`)
    return 'stay'
  },
}
