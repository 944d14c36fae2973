import { matchesMostProcesses } from '../words/process-patterns.js'
import { hasFlag, operandsOf, type Rule } from './rule.js'

const killSignal = /^-(?:9|KILL|SIGKILL|s9|sKILL)$/

export const processRules: readonly Rule[] = [
  {
    reason: 'It kills every process of a name without a chance to clean up.',
    programs: ['pkill', 'killall', 'skill'],
    test: ({ args }) =>
      args.some(
        (arg, index) =>
          killSignal.test(arg) ||
          (/^(?:-s|--signal)$/.test(arg) && /^(?:9|(?:SIG)?KILL)$/.test(args[index + 1] ?? '')) ||
          /^--signal=(?:9|(?:SIG)?KILL)$/.test(arg),
      ),
  },
  {
    reason: 'It ends processes by a pattern that fits nearly all of them, or all of a user.',
    programs: ['pkill', 'killall'],
    test: ({ args, invocation: { name } }) => {
      const [pattern] = operandsOf(args, /^(?:-[usgGtPUF]|--(?:signal|user|euid|uid|group|parent))$/)
      if (name === 'killall' && hasFlag(args, 'l', 'list')) return false
      if (pattern === undefined) return args.some((arg) => /^-[ugUG]|^--(?:user|euid|uid)/.test(arg))
      return (
        matchesMostProcesses(pattern) ||
        hasFlag(args, 'v', 'inverse') ||
        (name === 'killall' && hasFlag(args, 'u', 'user'))
      )
    },
  },
  {
    reason: 'It ends every process of a list.',
    programs: ['kill', 'skill'],
    test: ({ invocation: { argv, stdin } }) => [...argv, ...(stdin ? [stdin] : [])].some((data) => data.processes),
  },
  {
    reason: 'It sends a signal to the first process of the system or to its own whole group.',
    programs: ['kill'],
    test: ({ args }) =>
      operandsOf(args, /^-s$/).some((arg) => arg === '0' || arg === '1') &&
      !args.includes('-0') &&
      !args.includes('-l'),
  },
  {
    reason: 'It kills every process that uses a file or a file system.',
    programs: ['fuser'],
    test: ({ args }) => hasFlag(args, 'k', 'kill') && (hasFlag(args, 'm', 'mount') || args.includes('/')),
  },
]
