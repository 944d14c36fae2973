import { fromText, isKnown, type Word } from '../../words/data.js'
import type { Inner, Unwrap } from '../../words/invocation.js'
import { type OptionSpec, readArguments } from '../../words/options.js'
import { onThisMachine } from '../host-mounts.js'
import { sshCommands } from '../ssh-options.js'

/** Unwraps `docker exec c cmd` and `ssh host cmd`. What runs there cannot irreparably damage this machine. */
const unwrapSsh: Unwrap = ({ argv, stdin }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'bcDEeFIiJLlmOopQRSWw', untilOperand: true })
  const hooks = sshCommands(argv)
  const words = operands.slice(1)
  if (words.length > 0) return [...hooks, toRemoteShell(words)]
  return stdin ? [...hooks, { kind: 'shell', program: stdin, elsewhere: true }] : hooks
}

function toRemoteShell(words: readonly Word[]): Inner {
  const program = { ...fromText(words.map((word) => word.text).join(' ')), origin: words[0]?.origin ?? 'command' }
  return { kind: 'shell', program, elsewhere: true }
}

const containerOptions: OptionSpec = {
  short: 'uwevlhmcn',
  long: (
    'user workdir env env-file publish volume name network entrypoint label mount memory cpus hostname platform restart ' +
    'add-host device cap-add cap-drop security-opt pid ipc ulimit shm-size gpus container namespace profile file ' +
    'project-name index'
  ).split(' '),
  untilOperand: true,
}

const unwrapContainer: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => word.text === 'exec' || word.text === 'run')
  if (at < 1) return []
  const { options, operands } = readArguments(argv.slice(at + 1), containerOptions)
  const entry = options.find((option) => option.name === 'entrypoint')?.value
  const rest = operands.slice(1)
  const words = [...(entry ? [entry] : []), ...(rest[0]?.text === '--' ? rest.slice(1) : rest)]
  if (words.length === 0 || !words.every(isKnown)) return []
  const here = onThisMachine(argv.slice(at + 1, argv.indexOf(operands[0] ?? fromText(''))), words)
  return [
    { kind: 'command', argv: words, elsewhere: true },
    ...(here ? [{ kind: 'command', argv: here, possible: true } as const] : []),
  ]
}

const unwrapChroot: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { long: ['userspec', 'groups'], untilOperand: true })
  const words = operands.slice(1)
  return words.length > 0 ? [{ kind: 'command', argv: words, elsewhere: operands[0]?.text !== '/' }] : []
}

const unwrapNamespace: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'tSG', long: ['target'], untilOperand: true })
  return operands.length > 0 ? [{ kind: 'command', argv: operands }] : []
}

/** Unwraps `distrobox enter box -- cmd`. */
const unwrapAfterDashes: Unwrap = ({ argv }) => {
  const words = argv.slice(argv.findIndex((word) => /^(?:--|-e|--exec)$/.test(word.text)) + 1)
  return words.length > 0 && words.length < argv.length ? [{ kind: 'command', argv: words }] : []
}

/** Unwraps `lxc exec box -- cmd` and `machinectl shell box cmd`, which run on another machine or in a container. */
const unwrapElsewhere: Unwrap = (invocation, context) =>
  unwrapAfterDashes(invocation, context).map((inner) => ({ ...inner, elsewhere: true }))

/** The programs that run a command on another machine, in a container or in another namespace. */
export const remotePrograms: Readonly<Record<string, Unwrap>> = {
  lxc: unwrapElsewhere,
  incus: unwrapElsewhere,
  multipass: unwrapElsewhere,
  heroku: unwrapElsewhere,
  distrobox: unwrapAfterDashes,
  guix: unwrapAfterDashes,
  ssh: unwrapSsh,
  docker: unwrapContainer,
  podman: unwrapContainer,
  nerdctl: unwrapContainer,
  'docker-compose': unwrapContainer,
  kubectl: unwrapContainer,
  oc: unwrapContainer,
  chroot: unwrapChroot,
  nsenter: unwrapNamespace,
}
