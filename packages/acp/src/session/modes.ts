import type { SessionModeState } from '@agentclientprotocol/sdk/unstable'
import type { ApprovalMode } from '@hermes/conversations/commands'

/** The modes of a session. Each is an approval mode of its conversation. */
const modes = [
  {
    id: 'default',
    approvals: 'edits',
    name: 'Ask before edits',
    description: 'Asks before files are changed and before dangerous commands run.',
  },
  {
    id: 'accept_edits',
    approvals: 'manual',
    name: 'Accept edits',
    description: 'Changes files in the workspace, and asks about other files and dangerous commands.',
  },
  {
    id: 'smart',
    approvals: 'smart',
    name: 'A model decides',
    description: 'Changes files in the workspace, and lets a model decide about dangerous commands.',
  },
  {
    id: 'dont_ask',
    approvals: 'off',
    name: 'Do not ask',
    description: 'Runs everything but the most dangerous commands.',
  },
] as const satisfies readonly { id: string; approvals: ApprovalMode; name: string; description: string }[]

/** Returns the modes as the protocol lists them. */
export function modeState(approvals: ApprovalMode): SessionModeState {
  return {
    currentModeId: modeOf(approvals),
    availableModes: modes.map(({ approvals: _, ...mode }) => mode),
  }
}

export function modeOf(approvals: ApprovalMode): string {
  return modes.find((mode) => mode.approvals === approvals)?.id ?? 'default'
}

/** Returns the approval mode, or `undefined` for an unknown mode. */
export function approvalsOf(modeId: string): ApprovalMode | undefined {
  return modes.find(({ id }) => id === modeId)?.approvals
}
