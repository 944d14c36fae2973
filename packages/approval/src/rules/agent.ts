import { isAgentSecret } from '../places/agent-home.js'
import { agentArguments, setsPolicy } from './agent-start.js'
import { asksForHelp, hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

/** Other agents, which can be started without approvals too. */
const otherAgents = /^(?:claude|codex|gemini|qwen|aider|goose|opencode|cursor-agent|amp|crush|copilot|q|kiro-cli)$/
const withoutQuestions =
  /^(?:--yolo|--dangerously-[\w-]+|--allow-dangerously-[\w-]+|--full-auto|--yes-always|--trust-all-tools|--allow-all-tools|--force|--approval-mode=yolo)$/

/** Variables that control a started agent: its home, and whether it asks. */
const policyVariable = /^HERMES_(?:HOME|(?=\w*(?:YOLO|APPROV))\w*)$/
const policySetting = /^(?:-e|--env=?|--setenv=?)?(HERMES_(?:HOME|(?=\w*(?:YOLO|APPROV))\w*))(?:=|$)/

/** Programs that name a path or show content without changing anything. */
const readers = new Set(
  (
    'cat less more head tail bat grep egrep fgrep rg ag ls ll dir tree stat file wc du df diff cmp comm cd pushd test [ [[ ' +
    'readlink realpath basename dirname echo printf sha256sum sha1sum md5sum cksum sort uniq cut strings xxd od hexdump nl ' +
    'column which whereis locate jq sed awk gawk mawk yq cp code export declare local readonly typeset set git man true false :'
  ).split(' '),
)

function changesAgent(args: readonly string[]): boolean {
  const [first = '', second = ''] = operandsOf(args, /^(?:-p|--profile|-m|--model)$/)
  if (
    /^(?:update|uninstall|setup|login|logout|auth|pairing|cron|backup|import|migrate|profile|hooks|plugins|mcp)$/.test(
      first,
    )
  )
    return !/^(?:list|ls|status|show)$/.test(second)
  if (first === 'config') return /^(?:set|edit|unset|migrate)$/.test(second)
  if (first === 'questions') return second === 'answer' && !asksForHelp(args)
  return first === 'gateway' && /^(?:stop|restart|install|uninstall|kill|start|run)$/.test(second)
}

/** Whether the command starts the agent to change, update or stop the agent itself, however it is started. */
export function changesAgentItself(subject: Subject): boolean {
  const own = agentArguments(subject)
  return own !== undefined && changesAgent(own)
}

/** Whether a program that is not a known reader gets a path in the agent's state, so that its effect is unknown. */
function touchesState({ invocation: { argv, name }, paths, resolve, args }: Subject): boolean {
  const mentioned = argv.slice(1).flatMap((word, index) => {
    if (!paths.mayNameAgentState(word.text)) return []
    const value = /^(?:-{1,2}[\w-]+=|[\w.-]+=|@|-[A-Za-z](?=[/~.]))(.+)$/s.exec(word.text)?.[1]
    return [word.text, ...(value === undefined ? [] : [value])].map((text) => ({
      path: resolve({ ...word, text }) ?? '',
      isLast: index === argv.length - 2,
    }))
  })
  const found = mentioned.filter(({ path }) => paths.isAgentState(path))
  if (found.length === 0) return false
  if (name === 'find') return args.some((arg) => /^-(?:exec|execdir|ok|okdir|delete|fprint\w*|fls)$/.test(arg))
  if (name === 'git') return !args.some((arg) => /^(?:log|status|diff|show|rev-parse|ls-files|blame|branch)$/.test(arg))
  if (name === 'cp') return found.some(({ isLast }) => isLast) || hasFlag(args, 'ls', 'link', 'symbolic-link')
  if (/^(?:yq|sed|awk|gawk|mawk)$/.test(name)) return hasFlag(args, 'i', 'in-place', 'inplace')
  return !readers.has(name)
}

/** The variable that names the command's parent process, which is the agent. */
const parentProcess = '$PPID'
const ownProcess = /hermes|(?<!api-?)gateway/i

export const agentRules: readonly Rule[] = [
  {
    reason: 'It changes the agent’s own settings, keys or state.',
    test: (subject) =>
      [...subject.written, ...subject.removed].some(subject.paths.isAgentState) || touchesState(subject),
  },
  {
    reason: 'It reads the agent’s own keys.',
    test: ({ invocation: { argv, redirects }, paths, resolve }) =>
      [...argv.slice(1), ...redirects.map(({ target }) => target)].some(
        (word) => paths.mayNameAgentState(word.text) && isAgentSecret(paths.belowAgentHome(resolve(word) ?? '')),
      ),
  },
  {
    reason: 'It changes, updates or stops the agent itself.',
    test: (subject) =>
      changesAgentItself(subject) ||
      (agentArguments(subject) === undefined && !readers.has(subject.invocation.name) && setsPolicy(subject.args)),
  },
  {
    reason: 'It starts an agent that does not ask, or one with other settings.',
    test: (subject) => {
      const { invocation, args } = subject
      const own = agentArguments(subject)
      if (own !== undefined)
        return hasFlag(own, '', 'yolo') || [...invocation.environment.keys()].some(isPolicyVariable)
      return otherAgents.test(invocation.name) && args.some((arg) => withoutQuestions.test(arg))
    },
  },
  {
    reason: 'It sets a variable that decides what the agent may do.',
    test: ({ invocation: { environment, name }, args }) =>
      [...environment.keys()].some((variable) => isPolicyVariable(variable) && variable !== 'HERMES_HOME') ||
      (!/^(?:echo|printf|e?grep|rg|ag|unset|printenv|test|\[|git|man)$/.test(name) &&
        args.some(
          (arg) => policySetting.test(arg) && (arg.includes('=') || name === 'setenv' || name === 'launchctl'),
        )),
  },
  {
    reason: 'It ends the agent itself, or takes hold of its process.',
    programs: ['kill', 'pkill', 'gdb', 'strace', 'ltrace', 'lldb', 'reptyr', 'prlimit', 'renice'],
    test: ({ args }) => args.some((arg) => arg.includes(parentProcess)),
  },
  {
    reason: 'It ends the agent itself or its gateway.',
    programs: ['pkill', 'killall', 'kill', 'fuser', 'systemctl', 'launchctl'],
    test: ({ args, invocation: { name } }) =>
      args.some((arg) => ownProcess.test(arg)) &&
      (name !== 'systemctl' || args.some((arg) => /^(?:stop|kill|restart|disable|mask)$/.test(arg))),
  },
]

function isPolicyVariable(name: string): boolean {
  return policyVariable.test(name)
}
