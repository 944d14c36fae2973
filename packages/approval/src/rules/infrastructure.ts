import { asksForHelp, hasFlag, operandsOf, type Rule, subcommandOf } from './rule.js'

const contextOptions =
  /^(?:-n|--namespace|--context|--kubeconfig|-l|--selector|--profile|--region|--project|-p|--output|-o|-chdir|--stack|-s|-C|--cwd|-g|--resource-group|-a|--app|--org|-R|--repo)$/

const clouds = (
  'gcloud az doctl linode-cli hcloud oci ibmcloud scw exo openstack civo eksctl kops k3d minikube kind fly flyctl ' +
  'vercel netlify heroku railway render wrangler firebase supabase rclone gsutil mc b2 virsh lxc incus multipass nomad ' +
  'consul vault pscale neonctl turso prlctl VBoxManage qm pct bq tccli aliyun restic borg influx etcdctl'
).split(' ')
const deletions =
  /^(?:delete|destroy|del|purge|terminate|undefine|deletefile|delete-\w+|\w+:(?:destroy|reset|delete|remove|disable)|unregistervm|forget|rb|deprovision)$/

/** Creates a rule for subcommands that delete, at any position among the operands. */
function deletes(programs: readonly string[], pattern: RegExp, except: RegExp = /^--dry-run/): Rule {
  return {
    reason: 'It deletes or takes down infrastructure.',
    programs,
    test: ({ args }) =>
      operandsOf(args, contextOptions)
        .slice(0, 4)
        .some((arg) => pattern.test(arg)) &&
      !args.some((arg) => except.test(arg)) &&
      !asksForHelp(args),
  }
}

export const infrastructureRules: readonly Rule[] = [
  {
    reason: 'It deletes or takes down infrastructure.',
    programs: [
      'terraform',
      'tofu',
      'terragrunt',
      'pulumi',
      'cdk',
      'cdktf',
      'sls',
      'serverless',
      'vagrant',
      'sst',
      'amplify',
      'copilot',
    ],
    test: ({ args }) => {
      const [first = '', second = ''] = operandsOf(args, contextOptions)
      if (/^(?:destroy|remove|delete|down)$/.test(first) || second === 'destroy') return true
      if ((first === 'state' && second === 'rm') || first === 'taint' || (first === 'workspace' && second === 'delete'))
        return true
      return args.some((arg) => /^--?destroy$/.test(arg)) && first === 'apply'
    },
  },
  deletes(['kubectl', 'oc', 'k9s', 'k'], /^(?:delete|drain)$/),
  {
    reason: 'It takes down what runs in the cluster.',
    programs: ['kubectl', 'oc'],
    test: ({ args }) =>
      (args.includes('scale') && args.some((arg) => arg === '--replicas=0' || arg === '0')) ||
      (args.includes('replace') && args.includes('--force')) ||
      args.includes('--prune'),
  },
  deletes(['helm'], /^(?:uninstall|delete|del|un)$/),
  {
    reason: 'It deletes or takes down cloud resources.',
    programs: ['aws'],
    test: ({ args }) => {
      const operands = operandsOf(args, contextOptions)
      return (
        operands
          .slice(0, 3)
          .some((arg) =>
            /^(?:delete|terminate|deregister|purge|destroy|remove|stop|detach|revoke|disable)-|^rb$/.test(arg),
          ) ||
        (operands[0] === 's3' && /^(?:rm|mv)$/.test(operands[1] ?? '')) ||
        (operands[0] === 's3' && operands[1] === 'sync' && args.includes('--delete'))
      )
    },
  },
  deletes(clouds, deletions),
  {
    reason: 'It deletes or takes down infrastructure.',
    programs: ['gh', 'glab', 'hub'],
    test: ({ args }) =>
      operandsOf(args, contextOptions)
        .slice(0, 2)
        .some(
          (arg) =>
            deletions.test(arg) ||
            arg === 'archive' ||
            (arg === 'api' && args.some((word) => /^(?:-X|--method=)?DELETE$/i.test(word))),
        ) && !asksForHelp(args),
  },
  {
    reason: 'It gives somebody access to the cluster.',
    programs: ['kubectl', 'oc'],
    test: ({ args }) =>
      args.includes('create') &&
      args.some((arg) => /^(?:cluster)?rolebinding$/.test(arg)) &&
      !args.some((arg) => /^--dry-run/.test(arg)),
  },
  {
    reason: 'It gives somebody access to the cloud account.',
    programs: ['aws'],
    test: ({ args }) =>
      operandsOf(args, contextOptions)
        .slice(0, 2)
        .some((arg) =>
          /^(?:create-(?:access-key|login-profile|user)|(?:attach|put)-(?:user|role|group)-policy|add-user-to-group|authorize-security-group-ingress)$/.test(
            arg,
          ),
        ),
  },
  {
    reason: 'It takes a published package away.',
    programs: ['npm', 'pnpm', 'yarn', 'cargo', 'gem'],
    test: ({ args }) => /^(?:unpublish|deprecate|yank)$/.test(operandsOf(args)[0] ?? '') && !asksForHelp(args),
  },
  {
    reason: 'It deletes stored objects.',
    programs: ['gsutil', 'mc', 's3cmd', 'vercel', 'hdfs', 'b2', 'bq', 'wrangler'],
    test: ({ args }) =>
      /^(?:rm|rb|del|remove)$/.test(subcommandOf(args)) || args.includes('-rm') || args.includes('-rmr'),
  },
  {
    reason: 'It runs a command on many machines.',
    programs: ['ansible'],
    test: ({ args }) =>
      args.includes('-m') &&
      /^(?:shell|command|raw|reboot|user|service|systemd|file)$/.test(args[args.indexOf('-m') + 1] ?? '') &&
      hasFlag(args, 'b', 'become'),
  },
]
