import { hasFlag, operandsOf, type Rule } from './rule.js'

const programs = ['hermes', 'hermes-agent', 'hermes-gateway']

export const agentRules: readonly Rule[] = [
  {
    reason: 'It changes the agent’s own settings, keys or state.',
    test: ({ written, removed, paths }) => [...written, ...removed].some(paths.isAgentState),
  },
  {
    reason: 'It changes, updates or stops the agent itself.',
    programs,
    test: ({ args }) => {
      const [first = '', second = ''] = operandsOf(args)
      if (/^(?:update|uninstall|setup|login|logout|auth|pairing|cron|backup|import|migrate)$/.test(first))
        return second !== 'list' && second !== 'status'
      if (first === 'config') return /^(?:set|edit|unset|migrate)$/.test(second)
      return first === 'gateway' && /^(?:stop|restart|install|uninstall|kill|start|run)$/.test(second)
    },
  },
  {
    reason: 'It starts an agent that asks nobody.',
    programs,
    test: ({ args, invocation }) =>
      hasFlag(args, '', 'yolo') ||
      [...invocation.environment.keys()].some((name) => /^HERMES_.*(?:YOLO|APPROV)/.test(name)),
  },
]
