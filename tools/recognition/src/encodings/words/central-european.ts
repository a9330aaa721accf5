import type { ListWords } from './list-words.js';

const ENCODINGS = ['windows-1250', 'iso-8859-2'];

export const CENTRAL_EUROPEAN: readonly ListWords[] = [
  {
    language: 'Polish',
    locale: 'pl',
    encodings: ENCODINGS,
    header: ['Imię', 'Telefon', 'Miasto'],
    names:
      'Łukasz Małgorzata Paweł Agnieszka Michał Katarzyna Rafał Joanna Grzegorz Elżbieta Stanisław Anna Tomasz Bożena Sławomir Grażyna ' +
      'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jabłoński Krawczyk Żak Gołąb Źrebiec Ślusarczyk',
    towns:
      'Warszawa Kraków Łódź Wrocław Poznań Gdańsk Szczecin Bydgoszcz Lublin Białystok Częstochowa Toruń Rzeszów Świdnica Zamość Elbląg',
  },
  {
    language: 'Czech',
    locale: 'cs',
    encodings: ENCODINGS,
    header: ['Jméno', 'Telefon', 'Město'],
    names:
      'Jiří Kateřina Tomáš Lenka Ondřej Věra Matěj Zdeňka Lukáš Jana František Tereza Václav Růžena Štěpán Eliška ' +
      'Novák Svobodová Novotný Dvořáková Černý Procházková Kučera Veselá Horák Němcová Marek Pokorná Říha Šimůnková Žižka Křížová',
    towns:
      'Praha Brno Ostrava Plzeň Liberec Olomouc Zlín Děčín Říčany Kroměříž Znojmo Třebíč Tábor Příbram Žďár Šumperk',
  },
  {
    language: 'Slovak',
    locale: 'sk',
    encodings: ENCODINGS,
    header: ['Meno', 'Telefón', 'Mesto'],
    names:
      'Ján Mária Peter Zuzana Jozef Katarína Ľuboš Alžbeta Matúš Jana Štefan Lucia Ľudmila Tomáš Miloš Božena ' +
      'Horváth Kováčová Varga Tóthová Nagy Baláž Molnárová Szabó Balážová Lukáč Hudáková Ďurica Kráľ Žiaková Čierny Šťastná',
    towns:
      'Bratislava Košice Prešov Žilina Nitra Trnava Martin Trenčín Poprad Prievidza Zvolen Považská Michalovce Piešťany Ľubovňa',
  },
  {
    language: 'Hungarian',
    locale: 'hu',
    encodings: ENCODINGS,
    header: ['Név', 'Telefon', 'Város'],
    names:
      'László Mária István Erzsébet József Ilona János Katalin Zoltán Éva Sándor Ágnes Gábor Győző Ödön Zsófia Ákos Jenő ' +
      'Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lőrincz Szűcs Erdős Győri Fülöp',
    towns:
      'Budapest Debrecen Szeged Miskolc Pécs Győr Nyíregyháza Kecskemét Székesfehérvár Szombathely Érd Tatabánya Gödöllő Hódmezővásárhely',
  },
  {
    language: 'Romanian',
    locale: 'ro',
    encodings: ENCODINGS,
    header: ['Nume', 'Telefon', 'Oraş'],
    names:
      'Andrei Maria Ştefan Ioana Mihai Elena Ionuţ Ana Cătălin Mihaela Răzvan Mălina Bogdan Crăiţa Vlăduţ Ileana Sânziana ' +
      'Popescu Ionescu Dumitrescu Stan Stoica Gheorghe Rusu Munteanu Mocanu Păun Şerban Constantinescu Ţăranu Lăzărescu Bălan Câmpeanu Brânză',
    towns:
      'Bucureşti Cluj-Napoca Timişoara Iaşi Constanţa Craiova Braşov Galaţi Ploieşti Oradea Brăila Arad Piteşti Bacău Târgovişte',
  },
  {
    language: 'Croatian',
    locale: 'hr',
    encodings: ENCODINGS,
    header: ['Ime', 'Telefon', 'Općina'],
    names:
      'Ivan Marija Josip Ana Željko Katarina Hrvoje Nada Krešimir Vesna Dražen Božena Šime Mirjana Dinko Snježana Đurđica Živko ' +
      'Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić Pavlović Božić Blažević Grgić Šarić Đurić',
    towns:
      'Zagreb Split Rijeka Osijek Zadar Pula Karlovac Varaždin Šibenik Sisak Dubrovnik Požega Đakovo Čakovec Križevci',
  },
  {
    language: 'Slovene',
    locale: 'sl',
    encodings: ENCODINGS,
    header: ['Ime', 'Telefon', 'Občina'],
    names:
      'Franc Marija Janez Ana Marko Maja Andrej Irena Boštjan Mojca Žiga Špela Aleš Neža Uroš Darja Čedomir Živa ' +
      'Novak Horvat Kovačič Krajnc Zupančič Potočnik Kovač Mlakar Vidmar Kos Golob Turk Božič Kralj Korošec Bizjak Žagar Šuštar Črnič',
    towns:
      'Ljubljana Maribor Celje Kranj Velenje Koper Ptuj Trbovlje Kamnik Jesenice Domžale Škofja Krško Žalec Črnomelj Postojna',
  },
];
