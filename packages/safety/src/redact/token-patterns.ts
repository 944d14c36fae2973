/**
 * Patterns of keys recognized by their prefixes. Each line is one alternative of a regular expression. Every
 * alternative matches or fails after a bounded lookahead, so a search takes linear time, and matches only
 * `[\w.~+/=:-]`.
 */
const shapes: readonly string[] = [
  // LLM providers: OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse, ElevenLabs, Cerebras, LiteLLM and others.
  String.raw`(?:sk|csk|lsk|hsk)-[\w-]{16,}`,
  String.raw`(?:gsk|fw|fal|exa|e2b|jina|r8|hf|api_org|pcsk|mem0|brv|syt|am|tgp_v1|lsv2_pt|lsv2_sk|bb_live|bb_test)_[\w-]{16,}`,
  String.raw`(?:xai|pplx|tvly|nvapi|fc|voyage)-[A-Za-z0-9][\w-]{18,}`,
  // Code hosting and registries: GitHub, GitLab, Bitbucket, Atlassian, npm, PyPI, RubyGems, crates.io, NuGet, Docker,
  // Terraform, Clojars.
  String.raw`gh[opsur]_[A-Za-z0-9_]{20,}|github_pat_\w{20,}`,
  String.raw`gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{20,}|GR1348941[\w-]{20}`,
  String.raw`(?:ATBB|ATATT3|ATCTT3)[\w=-]{20,}`,
  String.raw`npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|rubygems_[0-9a-f]{40,}|cio[A-Za-z0-9]{32}(?![\w-])|oy2[a-z0-9]{43}(?![\w-])`,
  String.raw`dckr_(?:pat|oat)_[\w-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}|CLOJARS_[a-z0-9]{40,}`,
  // Cloud providers: Amazon, Google, Azure, Alibaba, Tencent, DigitalOcean, Heroku, Fly, Netlify, Databricks, Supabase,
  // Neon, Vault.
  String.raw`(?:AKIA|ASIA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])|ABSK[\w+/=-]{40,}`,
  String.raw`AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|1//0[\w-]{30,}`,
  String.raw`[A-Za-z0-9_~.]{3}\dQ~[\w~.-]{30,}|LTAI[A-Za-z0-9]{16,}|AKID[A-Za-z0-9]{20,}|AKCp[A-Za-z0-9]{20,}`,
  String.raw`do[opr]_v1_[0-9a-f]{40,}|HRKU-[\w-]{30,}|(?:fo1|fm1r|fm1a|fm2)_[\w+/=-]{30,}|nfp_[\w-]{30,}|rnd_[\w-]{24,}`,
  String.raw`dapi[0-9a-f]{32}(?:-\d)?|sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,}|napi_[a-z0-9]{30,}|v1\.0-[0-9a-f]{20,}-[0-9a-f]{100,}`,
  String.raw`(?:hv[sbr]|[sb])\.[A-Za-z0-9_-]{24,}(?!\.)|pscale_(?:tkn|pw|oauth)_[\w.=-]{30,}|pul-[0-9a-f]{40}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}`,
  // Collaboration: Slack, Discord, Telegram, Notion, Linear, Airtable, Figma, Postman, HubSpot, Atlassian, Typeform,
  // Dropbox.
  String.raw`xox[abeoprs][-.][\w.-]{10,}|xapp-\d-[\w-]{20,}|[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}|\d{8,10}:[\w-]{35}(?![\w-])`,
  String.raw`(?:secret|ntn)_[A-Za-z0-9]{40,}|lin_(?:api|oauth)_[A-Za-z0-9]{30,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|fig[duo]_[\w-]{30,}`,
  String.raw`PMAK-[0-9a-f]{24}-[0-9a-f]{34}|pat-(?:na|eu)\d-[0-9a-f-]{36}|tfp_[\w-]{40,}|sl\.[\w-]{60,}|dt0[cs]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}`,
  // Payments: Stripe, Square, Shopify, Razorpay, Flutterwave, Plaid, EasyPost, Shippo, Paystack.
  String.raw`(?:sk|rk|pk_secret)_(?:live|test|prod)_[\w-]{10,}|sk_[\w-]{20,}|whsec_[\w+/=-]{20,}|sq0(?:atp|csp|idp)-[\w-]{20,}|EAAA[\w-]{56,}`,
  String.raw`shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}|rzp_(?:live|test)_[A-Za-z0-9]{14,}|FLWSECK(?:_TEST|_LIVE)?-[\w-]{12,}|EZ[AT]K[A-Za-z0-9]{54}`,
  '(?:access|public)-(?:sandbox|development|production)-[0-9a-f-]{36}|shippo_(?:live|test)_[0-9a-f]{40}|live_[0-9a-f]{35}',
  // Email and telephony: SendGrid, Mailgun, Mailchimp, Brevo, Twilio, Resend, Postmark.
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}|SK[0-9a-f]{32}(?![\w-])|re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}`,
  // Monitoring and CI: New Relic, Grafana, Sentry, Datadog, SonarQube, CircleCI, Buildkite, LaunchDarkly, Pulumi,
  // Prefect, 1Password.
  String.raw`NR(?:AK|JS|II|RA)-[\w-]{20,}|gl(?:c|sa)_[\w+/=-]{30,}|sntry[su]_[\w+/=-]{40,}|sq[upa]_[0-9a-f]{40}|CCI(?:PAT|PRJ)_[\w-]{30,}`,
  String.raw`bk[a-z]a_[0-9a-z]{30,}|(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|pn[ub]_[A-Za-z0-9]{36}|ops_eyJ[\w=-]{40,}`,
  String.raw`rdme_[a-z0-9]{60,}|aio_[A-Za-z0-9]{28}|scp_live_[\w-]{20,}|tk-us-[\w-]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}|(?<![+/])gAAAAA[\w-]{60,}={0,2}`,
  String.raw`(?:EAA[A-Z][A-Za-z0-9]{60,})(?![\w+/-])|AAAA[\w-]{7}:[\w-]{100,}|sk\.eyJ[\w-]{20,}\.[\w-]{16,}`,
  // Newer AI vendors: Vercel AI Gateway, Chroma, LlamaIndex, Modal, Daytona, RunPod, Weights & Biases, Apify, Voyage,
  // Mixedbread, Nomic, Composio, Sourcegraph, Snyk, n8n, Brave.
  String.raw`v(?:ck|cp|ca|ci|cr)_[A-Za-z0-9]{24,}|(?:dtn|rpa|mxb|sgp|slk|dyn|xau|duffel|rootly|retool)_[\w-]{20,}|(?:llx|nk|pa|fhb|ico)-[A-Za-z0-9][\w-]{23,}`,
  String.raw`a[ks]-[A-Za-z0-9]{22,}(?![\w-])|wandb_v1_[\w-]{20,}|apify_api_[A-Za-z0-9]{20,}|n8n_api_[\w-]{20,}|snyk_[a-z]{3}\.[\w.-]{20,}|BSA[A-Za-z0-9_-]{28}(?![\w-])|key_[0-9a-f]{40,}`,
  // Newer platforms: Tailscale, Cloudflare, PostHog, Paddle, Polar, OneSignal, Statsig, Stytch, Honeycomb, Axiom, dbt,
  // MongoDB, Contentful, Svix, Confluent, Ngrok, Elastic, Adyen, Mercury, Nostr.
  String.raw`tskey-[a-z]+-[\w-]{20,}|cf(?:ut|at|k)_[A-Za-z0-9]{30,}|ph[xsa]_[A-Za-z0-9]{30,}|pdl_(?:live|sdbx)_[\w-]{20,}|polar_(?:oat|pat|rst)_[\w-]{20,}`,
  String.raw`os_v2_(?:app|org)_[a-z0-9]{30,}|secret-(?:live|test)-[\w-]{16,}={0,2}|secret-token:[\w:-]{20,}|hc[abx][imk]{1,2}[a-z]?_[A-Za-z0-9]{30,}|xa[ap]t-[0-9a-f-]{36}`,
  String.raw`dbt[cu]_[\w-]{20,}|mdb_sa_sk_[\w-]{20,}|CFPAT-[\w-]{30,}|(?:test|live)sk_[\w-]{20,}|cflt[\w+/=-]{40,}|CCDB1_[\w-]{20,}|essu_[\w=-]{30,}|nsec1[a-z0-9]{50,}`,
  String.raw`cmVmdGtu[A-Za-z0-9]{40,}|pdus\+[\w+/-]{20,}|fio-u-[\w-]{30,}|bxt_[A-Za-z0-9]{30,}|(?:pat|sat)\.[\w-]{20,24}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}`,
  // JSON Web Tokens, signed or encrypted.
  String.raw`eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}`,
]

/** The length of the shortest match of any shape. */
export const shortestToken = 15

/** The start of a key. ANSI colors, URL escapes and string escapes may directly precede it. */
const start = String.raw`(?:(?<![\w-])|(?<=\\[nrtbf])|(?<=%[\dA-Fa-f]{2})|(?<=\u001b\[[\d;]{0,12}m)|(?<=/bot))`

/** Matches everything that starts like a key of any vendor. */
export const tokenPattern = new RegExp(`${start}(?:${shapes.join('|')})`, 'g')
