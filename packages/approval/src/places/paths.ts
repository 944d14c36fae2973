import { posix } from 'node:path'
import { homeSecrets } from '@hermes/safety/protect'
import { UNKNOWN } from '../words/data.js'
import { couldMatch, matchesNearlyAll } from '../words/glob.js'
import { createAgentHomes } from './agent-home.js'

/** Folders that are required for booting or that contain all user data. */
const systemFolders = [
  '/bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /opt /proc /root /run /sbin /srv /sys /usr /var',
  '/usr/bin /usr/lib /usr/lib32 /usr/lib64 /usr/libexec /usr/local /usr/sbin /usr/share /var/lib /var/spool',
  '/System /Library /Applications /Users /private /private/etc /private/var',
].flatMap((line) => line.split(' '))

const blockDevice =
  /^\/dev\/(?:[shv]d[a-z*?[]|xvd[a-z*?[]|nvme\d|nvme[*?[]|mmcblk|r?disk\d|loop\d|dm-\d|md\d|md\/|mapper\/(?!control)|disk\/|sr\d|nbd\d|zd\d|vg|ram\d|mtdblock\d|mtd\d|a?da\d|vtbd\d|[shv]d$)/

const systemPlaces =
  /^\/(?:etc|boot|bin|sbin|lib\w*|usr|sys|proc\/sys|System|Library|private\/etc|dev\/(?:k?mem|port)$)(?:\/|$)/
const systemState = /^\/var\/(?:lib|spool|db)\//
const startUpPlaces =
  /^\/(?:etc\/(?:cron|profile|bash|zsh|rc|init|systemd|xdg\/autostart|ld\.so|pam|sudoers|ssh\/)|var\/spool\/(?:cron|at)|(?:usr\/)?lib\/systemd)|\/systemd\/(?:system|user)\/|\/\.?Launch(?:Agents|Daemons)\/|\/\.git\/(?:hooks(?:\/|$)|config(?:\.worktree)?$|commondir$)|\/autostart\//
const submoduleSettings = /\/config(?:\.worktree)?$/
const startUpFiles =
  /^\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|xinitrc|xprofile|xsession|xsessionrc|inputrc|pam_environment|vimrc|gitconfig|tmux\.conf|config\/fish\/.*|config\/systemd\/.*|config\/environment\.d\/.*|config\/git\/config|local\/share\/systemd\/.*|vim\/plugin\/.*|config\/nvim\/.*|ssh\/(?:authorized_keys2?|rc|config|environment))$/
const credentialFiles =
  /^\.(?:ssh\/(?!.*\.pub$|known_hosts|config$|authorized_keys).+|ssh|aws(?:\/credentials|\/sso.*|\/config)?|gnupg(?:\/.*)?|kube(?:\/config)?|docker\/config\.json|netrc|pgpass|my\.cnf|npmrc|pypirc|git-credentials|config\/(?:gcloud|gh|hub|op)(?:\/.*)?|azure(?:\/.*)?|password-store(?:\/.*)?|bash_history|zsh_history|mozilla(?:\/.*)?|config\/(?:google-chrome|chromium|BraveSoftware)(?:\/.*)?|vault-token|terraform\.d\/credentials.*|cargo\/credentials.*)$/
const systemCredentials =
  /^\/etc\/(?:g?shadow-?|sudoers|ssh\/ssh_host_\w+_key|krb5\.keytab|ssl\/private)(?:\/|$)|^\/proc\/[^/]+\/environ$/
const keyFile =
  /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|[^/]*\.(?:pem|p12|pfx|keystore|jks|kdbx)|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml|env))$/
const environmentFile = /(?:^|\/)\.env(?:\.(?!example$|sample$|template$|dist$|test$)[\w.-]+)?$/

/**
 * Classifies paths, which must be absolute and without `.` and `..`. They may contain pattern characters and unknown
 * parts.
 */
export interface PathClasses {
  isBlockDevice(path: string): boolean
  /** Whether a path is the root, the user's home or a whole system folder, or all of its content. */
  isProtectedFolder(path: string): boolean
  isSystemFile(path: string): boolean
  /**
   * Whether a shell, a login, git or the system executes the file: startup files, units, cron jobs, hooks, authorized
   * keys.
   */
  isStartUpFile(path: string): boolean
  /** Whether a path is a private key or credential store of the user or the system. */
  isCredential(path: string): boolean
  /** Like `isCredential`, and also project files that may contain secrets: `.env`, key files. */
  mayHoldSecrets(path: string): boolean
  /** Whether a path is among the agent's settings, keys and state. */
  isAgentState(path: string): boolean
  /** Returns the path relative to the agent's home, or `undefined` outside it. */
  belowAgentHome(path: string): string | undefined
  /** Whether a path is a file or folder of the agent's program, or its root folder. */
  isAgentProgram(path: string): boolean
  /** `false` when a word cannot name agent state from any working directory, so that it need not be resolved. */
  mayNameAgentState(text: string): boolean
}

export function createPathClasses(
  home: string,
  agentHome = posix.resolve('/', home, '.hermes'),
  agentProgram?: string,
): PathClasses {
  const normalHome = posix.resolve('/', home)
  const protectedFolders = ['/', normalHome, ...systemFolders].map(toComponents)
  const agent = createAgentHomes([agentHome, `${normalHome}/.hermes`])
  const inHome = (path: string) => (path.startsWith(`${normalHome}/`) ? path.slice(normalHome.length + 1) : undefined)
  const isCredential = (path: string) => {
    const name = inHome(path) ?? /^\/(?:root|home\/[^/]+)\/(.+)$/.exec(path)?.[1]
    return (name !== undefined && (credentialFiles.test(name) || isInStore(name))) || systemCredentials.test(path)
  }
  return {
    isBlockDevice: (path) => blockDevice.test(path),
    isProtectedFolder: (path) => isProtected(toComponents(path), protectedFolders),
    isSystemFile: (path) =>
      systemPlaces.test(path) || systemState.test(path) || (path.startsWith('/root/') && normalHome !== '/root'),
    isStartUpFile: (path) =>
      startUpPlaces.test(path) ||
      (path.includes('/.git/modules/') && submoduleSettings.test(path)) ||
      startUpFiles.test(inHome(path) ?? /^\/(?:root|home\/[^/]+)\/(.+)$/.exec(path)?.[1] ?? ''),
    isCredential,
    mayHoldSecrets: (path) => isCredential(path) || keyFile.test(path) || environmentFile.test(path),
    isAgentState: agent.isState,
    belowAgentHome: agent.below,
    isAgentProgram: (path) =>
      agentProgram !== undefined && (path === agentProgram || path.startsWith(`${agentProgram}/`)),
    mayNameAgentState: agent.mayName,
  }
}

/** Matches names relative to a home. The readable files in `.ssh` are decided elsewhere. */
function isInStore(name: string): boolean {
  return homeSecrets.some((store) => store !== '.ssh' && (name === store || name.startsWith(`${store}/`)))
}

function isProtected(components: readonly string[], protectedFolders: readonly (readonly string[])[]): boolean {
  const last = components.at(-1)
  const whole = last !== undefined && (matchesNearlyAll(last) || last === '') ? components.slice(0, -1) : undefined
  return protectedFolders.some((folder) => matches(components, folder) || (whole && matches(whole, folder)))
}

function matches(components: readonly string[], folder: readonly string[]): boolean {
  if (components.length !== folder.length) return false
  return components.every((component, index) => couldBe(component, folder[index] ?? ''))
}

/** An unknown part could be anything, which justifies a question but not a refusal. */
function couldBe(component: string, name: string): boolean {
  if (component === name) return true
  return !component.includes(UNKNOWN) && /[*?[]/.test(component) && couldMatch(component, name)
}

function toComponents(path: string): string[] {
  return path.split('/').filter((component) => component !== '')
}
