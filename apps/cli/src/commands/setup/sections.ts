import type { SettingQuestion } from './setting-questions.js'

/** Sections of setup besides the model. */
export const sections = {
  terminal: [
    {
      path: 'terminal.backend',
      question: 'Where do commands run?',
      options: [
        { value: 'local', label: 'On this machine' },
        { value: 'docker', label: 'In a container of Docker or Podman' },
        { value: 'ssh', label: 'On another host over SSH' },
      ],
    },
    {
      path: 'terminal.sandbox',
      question: 'A sandbox around commands on this machine?',
      options: [
        { value: 'auto', label: 'If the machine supports one' },
        { value: 'required', label: 'Always: do not start without one' },
        { value: 'off', label: 'Never: commands have your permissions' },
      ],
    },
    {
      path: 'approvals.mode',
      question: 'Who decides about dangerous commands?',
      options: [
        { value: 'manual', label: 'You are asked' },
        { value: 'edits', label: 'You are asked, also before each change of a file' },
        { value: 'smart', label: 'A model decides, and asks you when it is not sure' },
        { value: 'off', label: 'No approvals: all but the most dangerous ones run' },
      ],
    },
  ],
  agent: [
    { path: 'agent.max_turns', question: 'Model calls per turn at most (0 for no limit)' },
    { path: 'agent.max_cost_per_turn', question: 'US dollars per turn at most (0 for no limit)' },
    {
      path: 'display.busy_input_mode',
      question: 'What happens to a message that you send during a turn?',
      options: [
        { value: 'queue', label: 'It waits for the next turn' },
        { value: 'steer', label: 'It reaches the running turn' },
        { value: 'interrupt', label: 'It ends the running turn' },
      ],
    },
  ],
  api_server: [
    { path: 'gateway.api_server.host', question: 'Address that the API server listens on' },
    { path: 'gateway.api_server.port', question: 'Port of the API server' },
  ],
} satisfies Readonly<Record<string, readonly SettingQuestion[]>>

export type SettingSection = keyof typeof sections

export function isSettingSection(name: string): name is SettingSection {
  return Object.hasOwn(sections, name)
}
