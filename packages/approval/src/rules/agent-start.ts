import { fromText } from '../words/data.js'
import type { Subject } from './rule.js'

const agents = /^(?:hermes(?:-agent|-gateway|-acp)?(?:\.[cm]?js)?)$/
const runners = /^(?:node|nodejs|bun|deno|tsx|ts-node|python\d?(?:\.\d+)?)$/
/** Packages of the agent: `npx @hermes/cli`. */
const agentPackage = /^@hermes(?:-agent)?\/|^hermes(?:-agent)?@/
/** Files of the agent: `node .../hermes/dist/main.js`. */
const agentFile =
  /(?:^|\/)(?:@hermes\/cli|hermes(?:-agent)?)\/(?:(?!@hermes\/cli\/|hermes(?:-agent)?\/)[^/]+\/)*(?:main|cli|hermes)(?:\.[cm]?js)?$/
/** Programs that run package scripts: `npm start -- config show`. */
const packageManagers = /^(?:npm|pnpm|yarn|bun|corepack)$/
const folderOption = /^(?:--prefix|-C|--dir|--cwd)$/
const otherValueOption = /^(?:-F|--filter|-w|--workspace|--loglevel|--config)$/
const runsScript = /^(?:run|run-script|rum|urn|exec|x)$/

/** Returns the arguments of a Hermes agent, however it is started, or `undefined` for another program. */
export function agentArguments(subject: Subject): readonly string[] | undefined {
  const { invocation, args, paths } = subject
  const { name, argv } = invocation
  const [program] = argv
  if (agents.test(name) || agentPackage.test(program?.text ?? '')) return args
  if (program?.text.includes('/') && paths.isAgentProgram(subject.resolve(program) ?? '')) return args
  if (packageManagers.test(name)) {
    const own = scriptArguments(subject)
    if (own) return own
  }
  if (!runners.test(name)) return undefined
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const file = argv[at + 1]
  if (at < 0 || file === undefined) return undefined
  const isAgent = agentFile.test(file.text) || paths.isAgentProgram(subject.resolve(file) ?? '')
  // A flag that only agents have identifies an agent.
  return isAgent || args.includes('--yolo') ? args.slice(at + 1) : undefined
}

function isScript(word: string): boolean {
  return !runsScript.test(word) && !packageManagers.test(word)
}

/** Returns the arguments of a script in the agent's own package, and of any script that runs without approvals. */
function scriptArguments({ invocation, args, paths, resolve }: Subject): readonly string[] | undefined {
  let folder = invocation.cwd
  const words: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const isBefore = !words.some(isScript)
    const [option, value] = arg.startsWith('--') && arg.includes('=') ? arg.split('=', 2) : [arg, undefined]
    if (arg === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (isBefore && folderOption.test(option ?? '')) {
      folder = resolve(fromText(value ?? args[++at] ?? '')) ?? folder
    } else if (isBefore && otherValueOption.test(option ?? '')) at += value === undefined ? 1 : 0
    else if (!isBefore || !arg.startsWith('-')) words.push(arg)
  }
  const script = words.findIndex(isScript)
  const rest = words.slice(script + 1)
  const isOwn = folder !== undefined && paths.isAgentProgram(folder)
  return script >= 0 && (isOwn || rest.includes('--yolo')) ? rest : undefined
}

const policySection =
  /^(?:approvals|command_allowlist|security|terminal|environment|plugins|mcp_servers|auxiliary\.approval)\b/

/** Detects `... config set approvals.mode off` for any program, because a script or a link may start the agent. */
export function setsPolicy(args: readonly string[]): boolean {
  return args.some(
    (arg, at) =>
      arg === 'config' && /^(?:set|unset|edit)$/.test(args[at + 1] ?? '') && policySection.test(args[at + 2] ?? ''),
  )
}
