import { hasFlag, operandsOf, type Rule } from './rule.js'

/** Reasons shared with the file tools. */
export const rulesOfFiles = {
  startUp: 'It changes what runs by itself later: a start-up file, a unit, a scheduled job, a hook or a login key.',
  /** Names the place that links lead to, because a grant for one place does not cover another. */
  outside: (place: string) => `It writes outside of the folders of this conversation, to ${place}.`,
} as const

export const persistenceRules: readonly Rule[] = [
  {
    reason: rulesOfFiles.startUp,
    test: ({ written, removed, paths }) => [...written, ...removed].some(paths.isStartUpFile),
  },
  {
    reason: 'It changes the scheduled jobs.',
    programs: ['crontab', 'fcrontab'],
    test: ({ args, invocation }) => !hasFlag(args, 'lVh') && (args.length > 0 || invocation.stdin !== undefined),
  },
  {
    reason: 'It schedules a command to run later.',
    programs: ['at', 'batch', 'atrm'],
    test: ({ args }) => !hasFlag(args, 'lcV'),
  },
  {
    reason: 'It installs a key that opens a login on another machine.',
    programs: ['ssh-copy-id'],
    test: ({ args }) => args.length > 0 && !args.includes('-n'),
  },
  {
    reason: 'It sets a program that npm runs by itself later.',
    programs: ['npm', 'pnpm'],
    test: ({ args }) =>
      args[0] === 'config' &&
      args[1] === 'set' &&
      args.some((arg) => /^(?:script-shell|shell|node-options|git)(?:=|$)/.test(arg)),
  },
  {
    reason: 'It changes where packages come from.',
    programs: ['pip', 'pip3', 'python', 'python3'],
    test: ({ args, invocation: { name } }) => {
      const isPip = name.startsWith('pip') || args[args.indexOf('-m') + 1] === 'pip'
      return isPip && args.includes('config') && args.some((arg) => /^(?:set|edit)$/.test(arg))
    },
  },
  {
    reason: 'It makes a service start by itself.',
    programs: ['systemctl', 'update-rc.d', 'chkconfig', 'launchctl', 'rc-update', 'loginctl'],
    test: ({ args, invocation: { name } }) =>
      args.some((arg) =>
        /^(?:enable|reenable|preset|link|edit|load|bootstrap|defaults|add|enable-linger|submit|on|set-default)$/.test(
          arg,
        ),
      ) ||
      (name === 'update-rc.d' && operandsOf(args).length > 1),
  },
  {
    reason: 'It starts a process that outlives its timer or unit settings.',
    programs: ['systemd-run'],
    test: ({ args }) => args.some((arg) => /^--on-(?:calendar|boot|active|startup|unit)/.test(arg)),
  },
]
