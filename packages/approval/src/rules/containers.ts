import { fromText } from '../words/data.js'
import { asksForHelp, hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

const programs = ['docker', 'podman', 'nerdctl', 'docker-compose']
const hostMount =
  /^(?:\/|\/(?:etc|root|proc|sys|dev|boot|var|usr|home|bin|lib|sbin|run)(?:\/)?|\/(?:var\/)?run(?:\/\w+)?\/(?:docker|containerd|podman)\S*\.sock|\/var\/lib\/docker)$/

function mountsHost({ args, paths, resolve }: Subject): boolean {
  return args.some((arg, index) => {
    const isVolume = /^(?:-[a-zA-Z]*v|--volume|--mount)$/.test(args[index - 1] ?? '')
    const value = isVolume ? arg : /^(?:-v=?|--volume=|--mount=)(.+)$/.exec(arg)?.[1]
    if (value === undefined) return false
    const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(value)?.[1] ?? value.split(':')[0] ?? ''
    const path = /^[/.~]/.test(source) ? resolve({ ...fromText(source) }) : undefined
    return path !== undefined && (hostMount.test(path) || paths.isCredential(path))
  })
}

/** An option of `docker run` or `docker build`, with its value, that opens a container to its machine. */
const openSetting =
  /^--privileged(?:=true)?$|^--(?:pid|ipc|uts|userns|cgroupns)=host$|^--cap-add=(?:CAP_)?(?:.*,)?(?:CAP_)?(?:ALL|SYS_\w+|NET_ADMIN|DAC_\w+|BPF)\b|^--security-opt=.*(?:unconfined|label[=:]disable)$|^--device=\/dev\/(?:sd|nvme|vd|mem|kmsg)|^--device-cgroup-rule=|^--allow=security\.insecure/i

/** Joins options with their value in the next argument: `--pid host` as `--pid=host`. */
function settingsOf(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => (/^--[\w-]+$/.test(arg) ? [arg, `${arg}=${args[index + 1] ?? ''}`] : [arg]))
}

export const containerRules: readonly Rule[] = [
  { reason: 'It gives a container a folder or a socket that controls this machine.', programs, test: mountsHost },
  {
    reason: 'It speaks to the program that runs the containers of this machine.',
    programs: ['curl', 'socat', 'nc', 'ncat', 'wget'],
    test: ({ args }) => args.some((arg) => /\/(?:docker|containerd|podman)\S{0,200}\.sock\b/.test(arg)),
  },
  {
    reason: 'It starts a container that is not shut off from this machine.',
    programs,
    test: ({ args }) => settingsOf(args).some((setting) => openSetting.test(setting)),
  },
  {
    reason: 'It starts a container that is not shut off from this machine.',
    programs: ['lxc', 'incus', 'ctr', 'crictl', 'systemd-nspawn'],
    test: ({ args }) =>
      args.some((arg) => /^--privileged$|security\.privileged\b|raw\.lxc\b|^--bind=\/(?::|$)|^source=\/$/.test(arg)),
  },
  {
    reason: 'It opens a shell on a machine of a cluster.',
    programs: ['kubectl', 'oc'],
    test: ({ args }) => args.includes('debug') && args.some((arg) => /^nodes?\/|^--profile=sysadmin$/.test(arg)),
  },
  {
    reason: 'It enters the namespaces of another process, out of a container.',
    programs: ['nsenter'],
    test: ({ args }) => args.length > 0 && !args.includes('--help'),
  },
  {
    reason: 'It sets up a way out of a container.',
    test: ({ written }) =>
      written.some((path) =>
        /\/(?:release_agent|notify_on_release|core_pattern|uevent_helper|binfmt_misc\/register)$/.test(path),
      ),
  },
  {
    reason: 'It stops or removes containers or deletes their data.',
    programs,
    test: ({ args }) => {
      if (asksForHelp(args)) return false
      const [first = '', second = ''] = operandsOf(
        args,
        /^(?:-f|--file|-p|--project-name|-H|--host|-c|--context|--profile|--env-file)$/,
      )
      const command = first === 'compose' || first === 'container' ? second : first
      if (/^(?:stop|kill|down)$/.test(command)) return true
      if (command === 'rm' && hasFlag(args, 'fvs', 'force', 'volumes', 'stop')) return true
      if (/^(?:volume|system|container|image|builder|network|buildx)$/.test(first) && /^(?:prune)$/.test(second))
        return true
      return (
        (first === 'volume' && second === 'rm') ||
        (first === 'system' && second === 'reset') ||
        (first === 'swarm' && second === 'leave') ||
        (/^(?:stack|service|secret|config)$/.test(first) && second === 'rm')
      )
    },
  },
  {
    reason: 'It stops or removes containers or deletes their data.',
    programs: ['crictl', 'ctr'],
    test: ({ args }) =>
      !asksForHelp(args) &&
      operandsOf(args)
        .slice(0, 3)
        .some((arg) => /^(?:rm|rmp|rmi|stop|stopp|delete|del|kill|prune)$/.test(arg)),
  },
  {
    reason: 'It sends container commands to another machine.',
    programs,
    test: ({ args, invocation }) =>
      invocation.environment.has('DOCKER_HOST') ||
      invocation.environment.has('CONTAINER_HOST') ||
      args.some(
        (arg, index) =>
          (index === 0 && /^(?:-H|--host|--remote|-r|--url|--connection)/.test(arg)) || /^--host=/.test(arg),
      ) ||
      (args[0] === 'context' && args[1] === 'use'),
  },
  {
    reason: 'It sends container commands to another machine.',
    programs: ['export', 'declare'],
    test: ({ args }) => args.some((arg) => /^(?:DOCKER|CONTAINER)_HOST=/.test(arg)),
  },
]
