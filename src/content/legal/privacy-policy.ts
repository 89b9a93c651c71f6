import { paths } from "../../paths";
import { privacyContact } from "../contact";
import { rangeInWords } from "../../lib/in-sentences";
import { legal } from "#edition/contact";
import { event } from "../event";
import { links } from "#edition/links";
import type { LegalPage } from "../schemas";
import { organiserMail } from "./shared";

export const privacyPolicy = {
  id: "privacy-policy",
  title: "Privacy policy",
  summary:
    "We store little, we say why, we show it to no one who does not need it, and you can have it deleted.",
  dated: legal.date,
  sections: [
    {
      id: "who-we-are",
      title: "Who we are",
      blocks: [
        [
          `The student organisers of ${event.edition} decide why and how the personal data on this website is used. In the words of India's Digital Personal Data Protection Act, 2023 (the DPDP Act) we are the Data Fiduciary and you are the Data Principal. For anything on this page, write to `,
          organiserMail("Privacy"),
          `. ${privacyContact} reads it and answers.`,
        ],
        [
          "This page is our notice to you under the DPDP Act: each item below says what we store, why, and how long. You can also ",
          {
            text: "read it in Hindi (हिन्दी में पढ़ें)",
            href: paths.privacyPolicyHindi,
          },
          "; in another language of the Eighth Schedule to the Constitution, we send it on request.",
        ],
      ],
    },
    {
      id: "what-we-store",
      title: "What we store, why, and how long",
      blocks: [
        "You can read the public pages without telling us anything. We store the following when you give it to us, with your consent, and for nothing but the purpose beside it:",
        {
          kind: "list",
          items: [
            "Your account: your name, your email address, the day you joined, your role (participant, organiser, judge or mentor), your own tick for a registered place, whether your place is confirmed, whether you help at the check-in desk, and which kinds of mail you do not want. To let you in, to run the event, and to send you what you asked for and news about your participation: receipts of what your team hands in, and, unless you switch them off, important announcements, requests and offers at Find a team with their answers, and reminders to hand in; to mentors, reminders of teams that wait for help. Each of these mails has a link that ends its kind, without a login. Until you delete the account, and at most 12 months after the event.",
            "Your profile, if you fill it in: your college, your year of graduation, up to eight skills, a line about yourself, and the addresses of your GitHub page and portfolio. To help you find a team. As long as the account; you can change or empty each of them at any time.",
            "Your password, if you choose one: never the password itself, only a salted PBKDF2 hash of it, from which the password cannot be read back. To let you in and keep others out. As long as the account.",
            "If you continue with Google: the name, email address and picture of your Google account, and the number by which Google knows it. To let you in. As long as the account. We never see your Google password.",
            `Your team: its name, description and invite code, who its members are, who leads it, and when each of you joined. If someone else ended your membership, also that team's name, until you have read it or are in another team. And which teams you have left, so that you never judge one of them. To form teams of ${rangeInWords(event.team)} members. A team is deleted when its last member leaves, and at most 12 months after the event.`,
            "If you look for a team or for teammates: the card or opening that you show, requests and offers with their notes, and whom you have hidden. To bring teams together. Cards and openings until you withdraw them or they are not needed any more; requests and offers until 30 days after they are over; whom you have hidden as long as the account.",
            "Your team's project: its texts, links and pictures, who changed which field and when, who handed it in and when, and the names of the team's members at that time. To judge and to show it. Until your team is deleted; what was handed in stays. Both at most 12 months after the event; what the gallery shows, until your team asks us to take it down. What a camera writes beside a picture, such as the place, is removed before the picture leaves your device. A picture that you remove is deleted once no hand-in shows it, a file that became no picture within half an hour.",
            "When you arrive: the time and the desk of your check-in, and of others if your pass was scanned again, and when one was last taken back, who made them, and, if you are under 18, whether the form of your parent or guardian was seen. To know who is here. We keep no other trace of where you go. Until you delete the account, and at most 12 months.",
            "If your team asks for help at the event: what it asks, where it sits, who of you asked, which mentor took it, and how long it waited. So that a mentor finds you, and the next events have enough of them. Until 30 days after the request has ended; without your name once your account is deleted.",
            "If you want announcements on a device: the address and the keys that its browser gives for that, and when. To send them, encrypted so that the browser's maker cannot read them. Until you switch them off, log out there or delete the account, and at most 12 months.",
            "What you report to us or ask us to change in your team, why, and our answer. To decide about it. Until 180 days after we have settled it. The record of what organisers did keeps our decision.",
            "Messages from the contact form: your name, email address, subject, message, and the time. To answer you. 12 months.",
            "The Stay Updated list: your email address and the time at which you agreed. To send news about the event. Until you tell us to stop.",
            "If you are an organiser: your name under the announcements that you publish and beside the messages that you answer, and a record of what you did and when. So that each decision can be explained. At most 12 months after the event, also if your account is deleted before.",
            "If you registered a place at the event: a hash of the email address that you gave on the registration page, from which we cannot read the address. To show that your place is confirmed as soon as you have an account with it. Until a week after the organisers have replaced the list by one without you (so that they can put a wrong list right), and at most 12 months after the event.",
            "If an organiser invites you by email to be an organiser, a judge or a mentor: your email address, the role, who invited you, and whether you accepted. To give you the role. Until 30 days after the link expires, which it does after seven days; sooner if the invitation is withdrawn.",
            "If you are a judge: your tracks, the teams that you must not judge, your marks, your notes, your order if you judge the final, and, while judging is open, which project you opened last. To find the winners, and to lead other judges to a team that is free. At most 12 months after the event; without name and notes once your account is deleted; the last one until judging closes.",
            "Your sessions: when you signed in and until when you stay signed in. To keep you signed in. Until you log out or they expire. A link to reset your password works once and for one hour.",
            "Counts of sign-ins, sign-ups, emails and contact messages per address, and of wrong invite codes per person. So that no one can guess passwords or codes for long or flood us. They are kept under a hash of the address and forgotten within two hours.",
            "Technical logs, which may hold network addresses and the times of requests. To find faults and attacks. At most 90 days, unless we need them to look into an attack or the law tells us to keep them for longer.",
          ],
        },
        "Where the DPDP Act or another law allows or obliges us to use data without consent, for example to answer a court, we do so only as far as that law goes.",
        "We do not ask for your phone number, your address, your college records or any identity document on this website. Please do not put them into messages or team descriptions.",
      ],
    },
    {
      id: "in-your-browser",
      title: "What stays in your browser",
      blocks: [
        {
          kind: "list",
          items: [
            "Session tokens that keep you signed in. With “Remember me” they outlast the browser; without it they end with it. They are deleted when you log out.",
            "A note that you chose not to be remembered, until you close the browser.",
            "While you sign in with Google, a key that ties Google's answer to your browser, until the answer is there, and cookies that do the same, for a few minutes.",
            "The code of an invitation that you opened before you signed in, until you join or dismiss it, for a week at most.",
            "A note that you have answered whether you want to fill in your profile.",
            "A note that you have seen the intro, until you close the browser.",
            "What you did or typed and we do not have yet, such as a judge's marks: until it is sent or you delete your account here, also after you log out; it is sent only when you are logged in.",
            "What the portal showed you last, such as your pass, your team, the schedule and the announcements, and the files of the portal, so that it opens without a connection: what concerns you until you log out, the files until you delete this website's data.",
            "What you have typed to ask for help, until it is sent, you clear it or you log out.",
            "A note that you hid the pre-meetup banner (premeetupHidden), until you clear it.",
            "A note of which announcements you have seen (announcementsSeen), until you clear it.",
            "If you open the page for the screens of the hall (/arena), a random key by which the organisers' list knows that screen, until you clear it.",
            "If you want announcements on this device, a note of that (announcementsOnDevice), until you switch them off.",
            "A note of what the organisers do not show at the moment (hiddenParts), the same for everyone.",
          ],
        },
        "That is all. This website has no advertising, no analytics, no trackers and no cookies from advertisers, and we do not build profiles of anyone.",
      ],
    },
    {
      id: "who-sees-it",
      title: "Who sees it",
      blocks: [
        {
          kind: "list",
          items: [
            "The members of your team see your name, your picture if you have one, your role in the team and when you joined. They do not see your email address.",
            "If you show a card to find a team, everyone who is signed in sees your name, your college, your skills and your line, until you withdraw it or are in a team. No one sees your email address.",
            "Whoever you report is not told. If you ask us to change a team, its members and the other team's see what we decided, not why you asked.",
            "Anyone who is signed in and opens your team's link, or types its code, can see the team's name and description and its members' names, and can join while there is room and your leader lets people in. Share it with care; your leader can replace it.",
            "Your team sees who is on its project's page and who changed what. The organisers and judges see what is handed in; once the gallery is published, everyone does, with the team's and its members' names unless your team hides them. Until then no one else sees your project, and never what you did not hand in, except the organisers.",
            "While the organisers show the event on the screens of the hall (/arena), everyone can see the teams' names, how many members each has and how many have arrived, and which have handed in, with the project's name unless your team hides names; no person's name. The organisers leave your team out if you ask them.",
            "Mentors and organisers see what your team asks for help with, where it sits and who of you asked. Your team sees the name of the mentor who comes.",
            "The organisers see what this page lists, as far as their task needs it: names, email addresses, profiles and teams, messages and the Stay Updated list, but no invite code. They may save these lists for the event; that is recorded.",
            "At the check-in desk, organisers and the helpers whom they name see the names, colleges and teams of participants and who has arrived, but no email addresses.",
            "All participants see the announcements and who published them.",
            "Everyone sees which teams have won once the results are published, and the hall, award by award, what the organisers reveal before. A team sees how many of its judges have marked its project, and not how. A judge's marks are seen by no one else until judging is closed, then by the organisers; notes by no one else at all.",
            "Companies that work for us process data on our instructions: the one that hosts this website and its database, and the one that delivers our email.",
            "The maker of your browser (Google, Mozilla, Apple or Microsoft) carries the announcements to a device on which you have switched them on. It sees that and when something comes, not what.",
            "Google learns that you sign in here if you choose to continue with Google.",
            "OpenStreetMap serves the map on the contact page. When the map loads, its servers see your network address, as every website that you visit does.",
          ],
        },
        "Sponsors and partners get nothing from this website's database. We sell no data. Some of the companies above may store data outside India; they may do so only where the Government of India does not restrict it.",
        "Registration for the event, the community chat and our social pages are other websites with privacy policies of their own. If the event's registration system is connected to this website, it is told who signed in, so that you need not do so twice.",
      ],
    },
    {
      id: "your-rights",
      title: "Your rights",
      blocks: [
        "Under the DPDP Act you may:",
        {
          kind: "list",
          items: [
            "ask what we store about you, what we do with it and whom we shared it with, and get a copy (access);",
            "have it corrected, completed or brought up to date (correction);",
            "have it deleted (erasure);",
            "take back your consent at any time, as easily as you gave it. What we did before stays lawful; what needs your consent then ends;",
            "complain to us and get an answer (grievance redressal);",
            "name a person who may use these rights for you if you die or can no longer act (nomination).",
          ],
        },
        [
          "Download or delete your data yourself on your ",
          { text: "account page", href: paths.account },
          ", to which your dashboard leads, or write to ",
          organiserMail("Privacy"),
          " from the address of your account. We confirm within 48 hours on weekdays and finish within 30 days. Deleting your account removes your profile, your sign-in data and your place in your team; if you led it, the next member becomes the leader. Your name leaves what your team has handed in. What you wrote to us with the contact form stays with us as long as this page says above. Backups made before keep a copy until they are deleted in their turn; we use them only to repair the database. Email that was already sent stays sent.",
        ],
        "If our answer does not settle your complaint, you may take it to the Data Protection Board of India.",
      ],
    },
    {
      id: "under-18",
      title: "If you are under 18",
      blocks: [
        [
          "You may use this website and take part only with the consent of your parent or lawful guardian. Ask them to write to ",
          {
            text: links.contactEmail,
            href: organiserMail("Guardian consent").href,
          },
          " before you create an account; we check that the consent is real. We do not track children, watch their behaviour or show them advertising. If we learn that a child's data came to us without that consent, we delete it.",
        ],
      ],
    },
    {
      id: "security",
      title: "How we protect it",
      blocks: [
        "Connections are encrypted. Passwords are hashed with a salt of their own. The server checks on every request who may see what. Sign-in attempts are limited. Only organisers who need it have access to the database.",
        "No system is perfectly safe. If personal data of yours is breached, we tell you and the Data Protection Board without delay: what happened, what it may mean for you, and what we do about it.",
      ],
    },
    {
      id: "changes",
      title: "Changes",
      blocks: [
        [
          "If we change this policy, the date on top changes. If a change matters to what you agreed to, we ask you again. See also the ",
          { text: "terms of service", href: paths.termsOfService },
          ".",
        ],
      ],
    },
  ],
} as const satisfies LegalPage;
