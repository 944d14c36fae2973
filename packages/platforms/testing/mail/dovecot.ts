import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>

/** An IMAP server with a maildir for each account. */
export async function startDovecot(folder: string) {
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
