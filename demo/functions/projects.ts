/** What the teams of the demo event make: each project is a subject in a form. */
import {
  TRACKS,
  type ProjectContent,
} from "../../convex/projects/shared/projects";
import { at } from "./people";

/** `of` ends "a map of …", `for` begins the sentence about the people. */
const SUBJECTS = [
  { name: "Vayu", of: "clean air", for: "Schools beside main roads" },
  {
    name: "Lift",
    of: "metro lifts that work",
    for: "People who cannot take the stairs",
  },
  { name: "Kisan", of: "pests and harvests", for: "Farmers with two acres" },
  { name: "Savaari", of: "bus times", for: "Towns without a timetable" },
  {
    name: "Ishara",
    of: "signs and their meanings",
    for: "Classes with deaf students",
  },
  {
    name: "Baarish",
    of: "flooded streets",
    for: "Riders who deliver in the monsoon",
  },
  { name: "Mandi", of: "prices", for: "Street vendors" },
  {
    name: "Kitaab",
    of: "books that may be borrowed",
    for: "Streets without a library",
  },
  { name: "Rakt", of: "blood donors", for: "District hospitals" },
  {
    name: "Mela",
    of: "lost children and lost bags",
    for: "Volunteers at festivals",
  },
  { name: "Paani", of: "water tanks", for: "Housing societies" },
  { name: "Thali", of: "leftover meals", for: "Hostels" },
  { name: "Wicket", of: "every ball", for: "Fans who cannot see the field" },
  {
    name: "Saathi",
    of: "safe ways home",
    for: "Students who leave the lab at night",
  },
  { name: "Bijli", of: "power cuts", for: "Clinics with one fridge" },
];

const FORMS: {
  name: string;
  /** In demo/pictures there are three of it. */
  scene: string;
  summaryOf: (of: string) => string;
  builtWith: string[];
  alt: string;
}[] = [
  {
    name: "Map",
    scene: "map",
    summaryOf: (of) => `A live map of ${of}, drawn by those who need it.`,
    builtWith: ["TypeScript", "React", "OpenStreetMap", "PostGIS"],
    alt: "A street map with places and one of them marked",
  },
  {
    name: "Diary",
    scene: "diary",
    summaryOf: (of) =>
      `A shared diary of ${of} that works without a connection.`,
    builtWith: ["Kotlin", "SQLite", "CRDTs"],
    alt: "A telephone with a list of entries",
  },
  {
    name: "Alarm",
    scene: "alarm",
    summaryOf: (of) => `Watches ${of}, and sends an SMS before it is too late.`,
    builtWith: ["Python", "ESP32", "MQTT", "Grafana"],
    alt: "Readings of a day, some of them over the limit",
  },
  {
    name: "Quest",
    scene: "quest",
    summaryOf: (of) => `A small game about ${of}, played on any phone.`,
    builtWith: ["Godot", "GDScript", "Krita"],
    alt: "A game: a figure jumps over tiles",
  },
];

/** A project, and the name of its picture in demo/pictures. */
export type DemoProject = {
  content: ProjectContent;
  picture: string;
  alt: string;
};

/** Returns the project with this number; sixty differ. */
export function demoProject(index: number): DemoProject {
  const subject = at(SUBJECTS, index);
  const round = Math.floor(index / SUBJECTS.length);
  const form = at(FORMS, (index % SUBJECTS.length) + round);
  const name = `${subject.name} ${form.name}`;
  const address = name.toLowerCase().replace(" ", "-");
  const summary = form.summaryOf(subject.of);
  return {
    picture: `${form.scene}-${1 + (index % 3)}`,
    alt: form.alt,
    content: {
      name,
      summary,
      description: `## Whom it helps\n\n${subject.for} told us that nothing they have today is made for them. ${summary}\n\n## How it works\n\n1. Anyone adds what they know, in Hindi or English.\n2. ${name} checks it against what others said.\n3. Whoever needs it gets it in **one tap**, also on a slow phone.\n\n## What we made here\n\nEverything but the libraries: ${form.builtWith.join(", ")}.`,
      repositoryUrl: `https://code.example/${address}`,
      demoUrl: index % 3 === 0 ? "" : `https://${address}.example`,
      videoUrl: index % 4 === 0 ? `https://video.example/${address}` : "",
      tracks: [at(TRACKS, index), at(TRACKS, index * 2 + 1)].filter(
        (track, place, all) => all.indexOf(track) === place,
      ),
      builtWith: form.builtWith,
    },
  };
}
