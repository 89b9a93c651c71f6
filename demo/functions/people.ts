/** The people and teams of the demo event. All are invented. */
import { MAX_TEAM_SIZE } from "../../convex/teams/shared/teams";

const GIVEN_NAMES =
  "Aarav Aditi Akash Amara Ananya Anjali Arjun Asha Bhavna Charu Danish Deepa Devika Dhruv Esha Farah Faizan Gauri Gurpreet Harini Harsh Imran Indu Ishaan Jaya Jyoti Kabir Karan Kavya Kiran Lakshmi Lavanya Manav Meera Mihir Mohit Nadia Naina Naveen Neha Nikhil Omkar Pallavi Parth Pooja Pranav Priya Rahul Riya Rohan Sahil Sana Sanjana Shreya Siddharth Simran Sneha Tanvi Tara Uday Varun Vidya Vikram Yash Zoya".split(
    " ",
  );
const FAMILY_NAMES =
  "Agarwal Ahmed Banerjee Bhat Bose Chatterjee Chopra Das Deshmukh Dutta Fernandes Ghosh Gill Gupta Hegde Hussain Iyer Jain Joshi Kapoor Kaur Khan Kulkarni Kumar Lobo Mehta Menon Mishra Mukherjee Nair Naidu Pandey Patel Patil Pillai Qureshi Rao Rathore Reddy Roy Saxena Sen Shah Sharma Shetty Singh Srinivasan Thakur Thomas Varma Yadav".split(
    " ",
  );

/** Names that lists and cards must bear as well. */
const UNUSUAL = [
  ["आशा राव", "asha.rao"],
  ["Venkata Naga Lakshmi Narasimha Subrahmanyam", "venkata.subrahmanyam"],
  ["மீனா சுந்தரம்", "meena.sundaram"],
  ["Madhumita", "madhumita"],
  ["D'Souza, Neville", "neville.dsouza"],
] as const;

type Person = { name: string; email: string };

/** Returns that many people; all addresses differ, or it throws. */
export function demoPeople(count: number): Person[] {
  const unusual = UNUSUAL.map(([name, mailbox]) => person(name, mailbox));
  const others = Array.from({ length: count - unusual.length }, (_, index) => {
    // Not in the order of the alphabet.
    const given = at(GIVEN_NAMES, index * 29);
    const round = Math.floor(index / GIVEN_NAMES.length);
    const family = at(FAMILY_NAMES, index * 7 + round * 3);
    // Within a thousand all pairs differ; later namesakes have a number.
    const thousands = Math.floor(index / 1_000) || "";
    const mailbox = `${given}.${family}${thousands}`.toLowerCase();
    return person(`${given} ${family}`, mailbox);
  });
  // Spread among the others, so that lists show them early and late.
  const step = Math.floor(others.length / unusual.length);
  const people = unusual.reduce(
    (all, one, index) => all.toSpliced(3 + index * (step + 1), 0, one),
    others,
  );
  const addresses = new Set(people.map(({ email }) => email));
  if (addresses.size < count) throw new Error("an address occurs twice");
  return people;
}

function person(name: string, mailbox: string): Person {
  return { name, email: `${mailbox}@example.in` };
}

/** Judges and mentors; they take no part. */
export const HELPERS = [
  { ...person("Anand Krishnamurthy", "anand.krishnamurthy"), role: "judge" },
  { ...person("Meenakshi Sundar", "meenakshi.sundar"), role: "judge" },
  { ...person("Rustom Irani", "rustom.irani"), role: "judge" },
  { ...person("Zara Siddiqui", "zara.siddiqui"), role: "judge" },
  { ...person("Bikram Chhetri", "bikram.chhetri"), role: "judge" },
  { ...person("Leela Warrier", "leela.warrier"), role: "judge" },
  { ...person("Tenzin Dorjee", "tenzin.dorjee"), role: "mentor" },
  { ...person("Ruth Lalthanmawii", "ruth.lalthanmawii"), role: "mentor" },
] as const;

const COLLEGES = [
  "NSUT Delhi",
  "IIT Delhi",
  "DTU",
  "IGDTUW",
  "Jadavpur University",
  "BITS Pilani",
  "VIT Vellore",
  "College of Engineering Guindy",
  "",
];

const SKILLS = [
  ["React", "TypeScript"],
  ["Python", "Machine learning", "Data science"],
  ["Unity", "3D art"],
  ["UI design", "Pitching"],
  ["C++", "Robotics", "Embedded systems"],
  ["Android", "Java"],
];

/** The profile of the person with this number; every ninth has no college. */
export function demoProfile(index: number) {
  return {
    college: at(COLLEGES, index * 5),
    graduationYear: 2025 + (index % 4),
    skills: [...at(SKILLS, index)],
  };
}

/** How many teams there are of each size: 60, with 214 members where four make a full one. */
export const TEAM_SIZES = [
  { size: MAX_TEAM_SIZE, count: 45 },
  { size: MAX_TEAM_SIZE - 1, count: 8 },
  { size: 2, count: 3 },
  { size: 1, count: 4 },
];

export const TEAM_NAMES = [
  "Null Pointers",
  "Chai and Chill",
  "Merge Conflict",
  "Segfault Samosa",
  "The Last Commit",
  "Byte Club",
  "Infinite Loopers",
  "404 Team Not Found",
  "Kernel Panic",
  "Quantum Parathas",
  "Git Happens",
  "Stack Overthrow",
  "Monsoon Coders",
  "Delhi Debuggers",
  "Pixel Pirates",
  "Recursion Recursion",
  "Lambda Lassi",
  "Cache Me Outside",
  "Hash Brown",
  "Syntax Terrors",
  "Ctrl Alt Elite",
  "Binary Bandits",
  "The Semicolons",
  "Async Avengers",
  "Peacock Protocol",
  "Rickshaw Routers",
  "Neural Nomads",
  "Dosa Driven Development",
  "Tensor Tigers",
  "Sudo Sandwich",
  "Code Cobras",
  "Zero Day Dreamers",
  "Overclocked",
  "Marigold Machines",
  "Cloud Kitchen",
  "Bit by Bit",
  "Midnight Compilers",
  "Yamuna Labs",
  "Rubber Ducks",
  "Heap of Trouble",
  "Jugaad Engineers",
  "Root Access",
  "Open Sorcerers",
  "Packet Pandits",
  "Metro Line Blue",
  "Boolean Bhai",
  "Edge Cases",
  "Hello, World Cup",
  "Garbage Collectors",
  "Firewall Phoenix",
  "Little Endians",
  "Ek Aur Build",
  "Latency Legends",
  "Qutub Minarets",
  "Promise Pending",
  "Deadlock Dynasty",
  "Race Condition",
  "Vim Exiters",
  "कोड के खिलाड़ी",
  "Thirty-Six Hours of Power and Very Little Sleep",
];

/** Many teams have no description. */
export const DESCRIPTIONS = [
  "",
  "A crop diary for small farms that works without a connection.",
  "",
  "We map which metro lifts really work, so that no one is stranded.",
  "Two designers and two who say that they can do backend.",
  "",
  "An air quality alarm for schools, built from sensors that cost less than a samosa.",
  "Looking for someone who has shipped an Android app before. We bring the snacks.",
  "",
  "Sign language to text, on a phone, in Hindi and in English.",
  "First hackathon for all of us!",
];

/** The element at an index that may be past the end. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("the list is empty");
  return item;
}
