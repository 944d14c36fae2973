export const gatewayHelp = `Usage: hermes gateway <command> [options]

Run it:
  run                        Serve the chat networks in the settings, webhooks, scheduled jobs
                             and an OpenAI-compatible API, in the foreground
  start, stop, restart       Control the installed service, or a process in the background
  status                     Show whether the gateway of this profile runs and is ready
  list                       List your gateways on this machine
  upgrade                    Replace the running gateway with this version; go back to the old one
                             if the new one fails to serve
  install, uninstall         Add or remove a service (systemd, launchd or the Task Scheduler)

Chat networks:
  setup                      Choose chat networks, test them and save them
  pause <network>            Stop reading and sending; outgoing messages wait
  resume <network>           Read and send again
  send <target> <text>       Send a message to telegram:<chat>, telegram:<chat>:<thread>,
                             or telegram for its home chat
  deliveries                 List outgoing messages that wait or have failed

People:
  people                     List people who are paired, linked, or waiting to be paired
  pair <network> <code>      Approve the person who received this pairing code
  unpair <network> <id>      Revoke a pairing and unlink the account
  forget-codes <network>     Invalidate the pairing codes of people who are waiting

Test it:
  prove                      Kill gateways of this installation at random moments on a scripted
                             network, and check that each message is answered exactly once

API clients authenticate with the bearer key API_SERVER_KEY, from the environment or
~/.hermes/.env. The gateway does not start without one.

Options:
  --host <address>           Address to listen on (default: 127.0.0.1)
  --port <number>            Port to listen on; 0 picks a free one (default: 8642)
  --all                      Serve all profiles, the others below /p/<profile>
  --external-supervisor      run: exit with code 75 on restart and SIGHUP, so that the
                             supervisor starts the gateway again
  --no-supervise             run: accepted for compatibility; run always stays in the foreground
  --system                   install: add a system service, which starts without a login
  --run-as <account>         install: the account of the system service (default: the sudo caller)
  --dry-run                  install, uninstall: print what would be written
  --replay <id>              deliveries: send a failed message again
  --kills <number>           prove: the number of kills (default: 50)
  --seed <number>            prove: repeat the choices of an earlier run (default: random)
  --postgres <url>           prove: use this database, with three gateways, instead of SQLite
  --replicas <number>        prove: the number of gateways that share the store
  --disk <folder>            prove: keep the homes on this small file system, and fill it up
  --json                     prove, status, list, upgrade, deliveries: print JSON
  -p, --profile <name>       Use the home of this profile
  -h, --help                 Show this help

Examples:
  hermes gateway setup
  hermes config set API_SERVER_KEY "$(openssl rand -hex 24)"
  hermes gateway run
  hermes gateway pair telegram K7WQ2MXA
  hermes gateway send telegram "The build is green."
  curl -H "Authorization: Bearer $API_SERVER_KEY" http://127.0.0.1:8642/v1/models
`
