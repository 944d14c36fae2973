import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { NetworkFailure } from '@hermes/testkit'
import postalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export const ada = 'ada@people.test'

/** Dovecot, with as many accounts as are asked for. */
export interface MailHost extends AsyncDisposable {
  openAccount(): Promise<MailAccount>
}

/** An account of the agent. Its SMTP server keeps what it accepts. */
export interface MailAccount extends AsyncDisposable {
  readonly address: string
  readonly imapPort: number
  readonly smtpPort: number
  /** What `platforms.email` of a config needs to use it. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What people got, the oldest first. */
  readonly sent: readonly Email[]
  /** The same as people see it. */
  readonly seen: readonly { readonly messageId: string; readonly text: string }[]
  /** A mail arrives. @returns its message id. */
  deliver(mail: string): string
  /** Fails the next login or mail. */
  failNext(failure: NetworkFailure): void
}

export function hasDovecot(): boolean {
  try {
    execFileSync('dovecot', ['--version'])
    return true
  } catch {
    return false
  }
}

/** A mail of Ada as the server keeps it, with its verdict on the sender. */
export function mailOf(text: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    'Authentication-Results': 'mail.agent.test; dmarc=pass header.from=people.test',
    From: `Ada <${ada}>`,
    To: 'hermes@agent.test',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${text}\n`
}

export async function startMailHost(): Promise<MailHost> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-mail-'))
  const dovecot = await startDovecot(folder)
  let accounts = 0
  return {
    async openAccount() {
      accounts += 1
      return openAccount(dovecot, `hermes${accounts}@agent.test`)
    },
    async [Symbol.asyncDispose]() {
      await dovecot.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Dovecot = Awaited<ReturnType<typeof startDovecot>>

async function openAccount(dovecot: Dovecot, address: string): Promise<MailAccount> {
  const deliver = dovecot.createMaildir(address)
  const imap = await startProxy(dovecot.socket)
  const smtp = await startSmtp(address)
  let failure: NetworkFailure | undefined
  imap.fail = smtp.fail = () => {
    const next = failure
    failure = undefined
    return next
  }
  return {
    address,
    imapPort: imap.port,
    smtpPort: smtp.port,
    settings: {
      address,
      password: 'secret',
      imap_host: '127.0.0.1',
      imap_port: imap.port,
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      unencrypted: true,
      authserv_id: 'mail.agent.test',
    },
    sent: smtp.sent,
    get seen() {
      return smtp.sent.map(({ messageId = '', text = '' }) => ({
        messageId: messageId.slice(1, -1),
        text: text.replace(/\r?\n$/, ''),
      }))
    },
    deliver,
    failNext(next) {
      failure = next
    },
    async [Symbol.asyncDispose]() {
      await imap.close()
      await smtp.close()
    },
  }
}

async function startDovecot(folder: string) {
  const { username, uid, gid } = userInfo()
  // Dovecot does not run mail as root.
  const owner = uid === 0 ? { name: 'nobody', uid: 65_534, gid: 65_534 } : { name: username, uid, gid }
  chmodSync(folder, 0o755)
  const socket = join(folder, 'imap')
  const config = join(folder, 'dovecot.conf')
  writeFileSync(
    config,
    `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/%u
first_valid_uid = 1
default_login_user = ${owner.name}
default_internal_user = ${owner.name}
default_internal_group =
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/%u
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = 0
  }
  unix_listener ${socket} {
    mode = 0666
  }
}
`,
  )
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const failed = exited.then(() => {
    throw new Error(`Dovecot has ended: ${stderr}`)
  })
  await Promise.race([answering(socket), failed])
  failed.catch(() => undefined)
  let last = 0
  return {
    socket,
    /** @returns a function that delivers mail to it. */
    createMaildir(address: string): (mail: string) => string {
      const maildir = join(folder, address)
      for (const name of ['', 'cur', 'new', 'tmp']) {
        mkdirSync(join(maildir, name), { recursive: true })
        chownSync(join(maildir, name), owner.uid, owner.gid)
      }
      return (mail) => {
        last += 1
        const name = `${Date.now()}.${String(last).padStart(6, '0')}.test`
        const [, given] = /^Message-ID: <(.*)>$/im.exec(mail) ?? []
        const id = given ?? `${randomUUID()}@people.test`
        const path = join(maildir, 'tmp', name)
        writeFileSync(path, given === undefined ? `Message-ID: <${id}>\n${mail}` : mail)
        chownSync(path, owner.uid, owner.gid)
        renameSync(path, join(maildir, 'new', name))
        return id
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function answering(path: string): Promise<void> {
  for (;;) {
    const socket = connect(path)
    const isOpen = await new Promise((resolve) => {
      socket.once('data', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

type Fail = () => NetworkFailure | undefined

/** Stands before Dovecot, and refuses a login or cuts a connection. */
async function startProxy(target: string) {
  const proxy = { fail: (() => undefined) as Fail, port: 0, close: async () => undefined }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const failure = proxy.fail()
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    if (failure !== undefined && failure !== 'auth') client.destroy()
    upstream.pipe(client)
    client.on('data', (data) => {
      const [, tag] = /^(\S+) (?:LOGIN|AUTHENTICATE) /i.exec(data.toString()) ?? []
      if (failure === 'auth' && tag !== undefined)
        client.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`)
      else upstream.write(data)
    })
  })
  proxy.port = await listening(server)
  proxy.close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    return undefined
  }
  return proxy
}

const answers: Readonly<Partial<Record<NetworkFailure, readonly [code: number, text: string]>>> = {
  gone: [550, '5.1.1 No such user here'],
  refused: [554, '5.7.1 Message rejected as spam'],
  transient: [451, '4.3.0 Try again later'],
  'rate-limit': [450, '4.7.1 You send too fast'],
}

async function startSmtp(address: string) {
  const smtp = {
    fail: (() => undefined) as Fail,
    port: 0,
    sent: [] as Email[],
    close: async () => undefined as unknown,
  }
  let failure: NetworkFailure | undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    logger: false,
    onAuth({ username, password }, _session, done) {
      failure = smtp.fail()
      if (failure === 'auth' || username !== address || password !== 'secret') return done(new Error('wrong'))
      done(null, { user: username })
    },
    onRcptTo(_address, _session, done) {
      const answer = failure && answers[failure]
      done(answer ? Object.assign(new Error(answer[1]), { responseCode: answer[0] }) : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        smtp.sent.push(await postalMime.parse(Buffer.concat(chunks)))
        if (failure === 'lost-answer') for (const connection of server.connections) connection.close()
        else done(null)
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  smtp.port = (server.server.address() as AddressInfo).port
  smtp.close = () => new Promise((resolve) => server.close(() => resolve(undefined)))
  return smtp
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
