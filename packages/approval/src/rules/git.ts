import { hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

export interface GitCall {
  readonly command: string
  /** The settings given with `-c`. */
  readonly settings: readonly string[]
  readonly args: readonly string[]
  readonly operands: readonly string[]
}

/** Splits `git -C dir -c x=y push --force` into the subcommand and its arguments. */
export function readGit({ args }: Pick<Subject, 'args'>): GitCall {
  let at = 0
  while (at < args.length && args[at]?.startsWith('-'))
    at += /^-[cC]$|^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env)$/.test(args[at] ?? '') ? 2 : 1
  const rest = args.slice(at + 1)
  const settings = args.slice(0, at).filter((_, index) => args[index - 1] === '-c')
  return { command: args[at] ?? '', settings, args: rest, operands: rest.filter((arg) => !arg.startsWith('-')) }
}

function git(reason: string, test: (call: GitCall) => boolean): Rule {
  return { reason, programs: ['git'], test: (subject) => test(readGit(subject)) }
}

/** Files that cannot be recreated. Locks and the state of a merge can be. */
const repositoryData = /\/\.git(?:$|\/(?:HEAD|packed-refs|config)$|\/(?:objects|refs|logs)(?:\/|$))/
const isCleaning = (setting: string) => /^clean\.requireforce=(?:false|no|off|0|)$/i.test(setting)
const isDryRun = (args: readonly string[]) => hasFlag(args, 'n', 'dry-run')

/** Settings from unusual places, which may make git execute anything. */
const foreignSettings: Rule = {
  reason: 'It makes git take settings from elsewhere, which may run commands.',
  programs: ['git'],
  test: ({ args, invocation: { environment } }) =>
    args.some(
      (arg, index) =>
        /^--config-env(?:=|$)/.test(arg) || (args[index - 1] === '-c' && /^include(?:if\..*)?\.path=/i.test(arg)),
    ) ||
    [...environment].some(
      ([name, { text }]) =>
        /^GIT_CONFIG(?:_GLOBAL|_SYSTEM|_PARAMETERS)?$/.test(name) && text !== '/dev/null' && text !== '',
    ),
}

export const gitHookRule: Rule = git(
  'It sets a hook or a command that git runs by itself later.',
  ({ command, args }) => {
    if (command === 'init' || command === 'clone') return args.some((arg) => /^--templ/.test(arg))
    const [name = '', value] = operandsOf(args, /^(?:-f|--file|--blob|--type|--default|--comment|--value)$/).filter(
      (operand) => operand !== 'set',
    )
    if (command !== 'config' || value === undefined) return false
    return (
      /^core\.(?:hookspath|fsmonitor|sshcommand)$|^alias\.|^credential.*\.helper$|^init\.templatedir$|^filter\.|^include(?:if\..*)?\.path$/i.test(
        name,
      ) &&
      (!/^alias\.|^credential/i.test(name) || value.startsWith('!'))
    )
  },
)

export const gitRules: readonly Rule[] = [
  git('It throws away changes that are not committed.', ({ command, settings, args, operands }) => {
    if (command === 'reset') return hasFlag(args, '', 'hard', 'merge')
    if (command === 'clean') return (hasFlag(args, 'f', 'force') || settings.some(isCleaning)) && !isDryRun(args)
    if (command === 'checkout') return hasFlag(args, 'f', 'force') || dropsByCheckout(args, operands)
    if (command === 'switch') return hasFlag(args, 'f', 'force', 'discard-changes')
    if (command === 'restore') return !hasFlag(args, 'S', 'staged') || hasFlag(args, 'W', 'worktree')
    if (command === 'checkout-index') return hasFlag(args, 'f', 'force')
    if (command === 'read-tree') return args.includes('--reset') && args.includes('-u')
    if (command === 'rm') return hasFlag(args, 'r') && !args.includes('--cached') && !isDryRun(args)
    return (
      (command === 'worktree' && operands[0] === 'remove' && hasFlag(args, 'f', 'force')) ||
      (command === 'submodule' && operands[0] === 'deinit' && hasFlag(args, 'f', 'force'))
    )
  }),
  git(
    'It throws away work that is kept in the stash.',
    ({ command, operands }) => command === 'stash' && /^(?:drop|clear)$/.test(operands[0] ?? ''),
  ),
  git('It overwrites or deletes what is on the remote.', ({ command, args, operands }) => {
    if (command !== 'push' || isDryRun(args)) return false
    const forced = hasFlag(args, 'fd', 'force', 'force-with-lease', 'force-if-includes', 'delete', 'mirror', 'prune')
    return forced || operands.slice(1).some((refspec) => /^[+:]./.test(refspec))
  }),
  git(
    'It moves a branch away from its commits.',
    ({ command, args, operands }) =>
      command === 'branch' && hasFlag(args, 'fC', 'force') && !hasFlag(args, 'dDmMc') && operands.length > 1,
  ),
  git(
    'It deletes a branch that may not be merged.',
    ({ command, args }) =>
      command === 'branch' && (hasFlag(args, 'D') || (hasFlag(args, 'd', 'delete') && hasFlag(args, 'f', 'force'))),
  ),
  git('It rewrites or prunes the history of the repository.', ({ command, args, operands }) => {
    if (command === 'filter-branch' || command === 'filter-repo') return true
    if (command === 'reflog') return /^(?:expire|delete)$/.test(operands[0] ?? '')
    if (command === 'gc') return args.some((arg) => /^--prune=(?:now|all)$/.test(arg))
    if (command === 'prune') return !isDryRun(args)
    return command === 'update-ref' && hasFlag(args, 'd', 'delete', 'stdin')
  }),
  {
    reason: 'It deletes or moves data of a repository.',
    test: ({ removed }) => removed.some((path) => repositoryData.test(path)),
  },
  gitHookRule,
  foreignSettings,
]

/**
 * Whether changes are discarded: `git checkout -- file`, `git checkout .`, `git checkout HEAD -- src`, but not `git
 * checkout main`.
 */
function dropsByCheckout(args: readonly string[], operands: readonly string[]): boolean {
  if (hasFlag(args, 'bB', 'orphan', 'track')) return false
  return args.includes('--')
    ? args.indexOf('--') < args.length - 1
    : operands.some((operand) => /^(?:\.|\.\/.*|:\/|\*|.*\/)$/.test(operand))
}
