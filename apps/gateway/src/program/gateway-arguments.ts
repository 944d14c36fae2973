import { parseArgs } from 'node:util'
import { type ServiceCommand, toServiceCommand } from '../service/service-command.js'
import { checkWords } from './check-words.js'
import { GatewayUsageError } from './gateway-usage-error.js'

/** EX_TEMPFAIL of sysexits.h, by which a supervised gateway asks to be restarted. */
export const restartCode = 75

export interface GatewayArguments {
  readonly command: GatewayCommand
  readonly host?: string
  readonly port?: number
  readonly profile?: string
  /** Whether to serve all profiles. */
  readonly all: boolean
  /** Whether another program restarts this gateway when it exits with {@link restartCode}. */
  readonly isSupervised: boolean
  readonly help: boolean
}

export type GatewayCommand =
  /** `prove-replica` is a gateway that `prove` started. */
  | { readonly name: 'run' | 'people' | 'prove-replica' }
  | ProveCommand
  | ServiceCommand
  | { readonly name: 'deliveries'; readonly json: boolean }
  /** The id of a message that was given up. */
  | { readonly name: 'deliveries'; readonly replay: string }
  | { readonly name: 'pair'; readonly network: string; readonly code: string }
  | { readonly name: 'unpair'; readonly network: string; readonly userId: string }
  | { readonly name: 'pause' | 'resume' | 'forget-codes'; readonly network: string }
  | { readonly name: 'send'; readonly target: string; readonly text: string }

export interface ProveCommand {
  readonly name: 'prove'
  readonly kills: number
  readonly seed?: number
  readonly replicas?: number
  readonly postgres?: string
  /** A folder on a small file system. */
  readonly disk?: string
  readonly json: boolean
}

/** Parses the command line of the gateway. @throws {GatewayUsageError} */
export function parseGatewayArguments(args: readonly string[]): GatewayArguments {
  const { values, positionals } = parse(args)
  const help = values.help === true || positionals.length === 0
  return {
    help,
    all: values.all === true,
    isSupervised: values['external-supervisor'] === true,
    command: help ? { name: 'run' } : toCommand(positionals, values),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.port !== undefined && { port: toPort(values.port) }),
    ...(values.profile !== undefined && { profile: values.profile }),
  }
}

function toCommand(positionals: readonly string[], values: Values): GatewayCommand {
  const command = commandNamed(positionals, values)
  if (!command) throw new GatewayUsageError(`"${positionals[0]}" is not a command of the gateway.`)
  checkWords(positionals)
  if (values.json && !('json' in command)) {
    throw new GatewayUsageError('This command prints no JSON: leave out --json.')
  }
  return command
}

/** Returns the command that is named by the first word, however many words follow. `undefined` if there is none. */
function commandNamed(
  [name, first = '', second = '', ...rest]: readonly string[],
  values: Values,
): GatewayCommand | undefined {
  const { replay, json = false } = values
  switch (name) {
    case 'run':
    case 'people':
    case 'prove-replica':
      return { name }
    case 'prove':
      return toProveCommand(values)
    case 'deliveries':
      return replay === undefined ? { name, json } : { name, replay }
    case 'pause':
    case 'resume':
    case 'forget-codes':
      return { name, network: first }
    case 'pair':
      return { name, network: first, code: second }
    case 'unpair':
      return { name, network: first, userId: second }
    case 'send':
      return { name, target: first, text: [second, ...rest].join(' ') }
    default:
      return toServiceCommand(name, values)
  }
}

type Values = ReturnType<typeof parse>['values']

function toProveCommand({ kills, seed, replicas, postgres, disk, json = false }: Values): ProveCommand {
  return {
    name: 'prove',
    kills: kills === undefined ? 50 : toCount('--kills', kills),
    json,
    ...(seed !== undefined && { seed: toCount('--seed', seed) }),
    ...(replicas !== undefined && { replicas: toCount('--replicas', replicas) }),
    ...(postgres !== undefined && { postgres }),
    ...(disk !== undefined && { disk }),
  }
}

function toCount(option: string, text: string): number {
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count > 0) return count
  throw new GatewayUsageError(`${option} must be a whole number from 1, not "${text}".`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        replay: { type: 'string' },
        kills: { type: 'string' },
        seed: { type: 'string' },
        replicas: { type: 'string' },
        postgres: { type: 'string' },
        disk: { type: 'string' },
        json: { type: 'boolean' },
        system: { type: 'boolean' },
        'run-as': { type: 'string' },
        'dry-run': { type: 'boolean' },
        all: { type: 'boolean' },
        'external-supervisor': { type: 'boolean' },
        // Used by images with a built-in supervisor, which this program never has.
        'no-supervise': { type: 'boolean' },
        profile: { type: 'string', short: 'p' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Node's message continues with advice on escaping dashes.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new GatewayUsageError(`${sentence.replace(/\.$/, '')}.`)
  }
}

function toPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new GatewayUsageError(`--port must be a number from 0 to 65535, not "${text}".`)
}
