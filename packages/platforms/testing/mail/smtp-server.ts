import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import postalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Fail, MailFailure } from './failing-imap.js'

const answers: Readonly<Partial<Record<MailFailure, readonly [code: number, text: string]>>> = {
  gone: [550, '5.1.1 No such user here'],
  refused: [554, '5.7.1 Message rejected as spam'],
  transient: [451, '4.3.0 Try again later'],
  'rate-limit': [450, '4.7.1 You send too fast'],
}

/** Keeps what it accepts. */
export async function startSmtp(address: string) {
  const smtp = {
    fail: (() => undefined) as Fail,
    port: 0,
    sent: [] as Email[],
    close: async () => undefined as unknown,
  }
  let failure: MailFailure | undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    logger: false,
    onAuth({ username, password }, _session, done) {
      failure = smtp.fail()
      if (failure === 'no-login-now')
        return done(Object.assign(new Error('4.7.0 Temporary authentication failure'), { responseCode: 454 }))
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
